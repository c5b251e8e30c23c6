import { Face, type Grade } from "../components/face.tsx";
import { Layout, type Site } from "../layout.tsx";

export interface Message {
  status: number;
  title: string;
  text: string;
  grade: Grade;
}

export const NOT_FOUND: Message = {
  status: 404,
  title: "Nobody is laughing here",
  text: "There is no page at this address. Perhaps it was mistyped, or the joke has been taken back.",
  grade: 1,
};

export const WRONG_METHOD: Message = {
  status: 405,
  title: "This page is for reading",
  text: "Nothing can be sent to it. Open it in the browser as you would any other.",
  grade: 1,
};

export const failure = (status: number, requestId: string): Message => ({
  status,
  title: "That one fell flat",
  text: `Something went wrong on our side, not on yours. Try again in a moment; if it stays, tell the people who run this site the request id ${requestId}.`,
  grade: 1,
});

/** A page that has one thing to say, most often that there is nothing else to show. */
export const MessagePage = ({ site, message }: { site: Site; message: Message }) => (
  <Layout site={site} title={message.title} description={message.text}>
    <section class="message">
      <Face grade={message.grade} />
      <p class="message-status">{message.status}</p>
      <h1>{message.title}</h1>
      <p class="lead">{message.text}</p>
      <p class="actions">
        <a class="button" href={`${site.root}/`}>
          Go to the front page
        </a>
        <a class="button button-quiet" href={`${site.root}/docs`}>
          Read the API reference
        </a>
      </p>
    </section>
  </Layout>
);
