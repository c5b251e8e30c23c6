import { Face, type Grade } from "../components/face.tsx";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import type { WebRoute } from "../web-route.ts";

export interface Message {
  status: number;
  title: string;
  text: string;
  grade: Grade;
}

/** The same for what is hidden and for what never was. */
export const NOT_FOUND: Message = {
  status: 404,
  title: "Nobody is laughing here",
  text: "There is no page at this address. Perhaps it was mistyped, or the joke has been taken back.",
  grade: 1,
};

export const NOT_FROM_HERE: Message = {
  status: 403,
  title: "That did not come from here",
  text: "This was sent from another site, or by a browser that does not say from where. Open our page and try again there.",
  grade: 1,
};

export const wrongMethod = (routes: WebRoute[]): Message => {
  const forReading = routes.some(({ method }) => method === "GET");
  return {
    status: 405,
    title: forReading ? "This page is for reading" : "There is nothing to read here",
    text: forReading
      ? "Nothing can be sent to it. Open it in the browser as you would any other."
      : "This address takes what a form sends. Go back to the page with the form.",
    grade: 1,
  };
};

/** In our own words where there are some. */
export function messageFor(status: number, sentence: string | undefined, requestId: string): Message {
  if (status === 404) return NOT_FOUND;
  if (status === 403) return { status, title: "Not yours to do", text: sentence ?? "You may not do this.", grade: 1 };
  if (status === 429)
    return { status, title: "Slowly, please", text: sentence ?? "Too many requests; wait a little.", grade: 2 };
  if (status < 500)
    return { status, title: "That cannot be done", text: sentence ?? "Go back and try again.", grade: 1 };
  return {
    status,
    title: "That one fell flat",
    text: `Something went wrong on our side, not on yours. Try again in a moment; if it stays, tell the people who run this site the request id ${requestId}.`,
    grade: 1,
  };
}

/** A page that has one thing to say, most often that there is nothing else to show. */
export const MessagePage = ({ frame, message }: { frame: Frame; message: Message }) => (
  <Layout frame={frame} title={message.title} description={message.text}>
    <section class="message">
      <Face grade={message.grade} />
      <p class="message-status">{message.status}</p>
      <h1>{message.title}</h1>
      <p class="lead">{message.text}</p>
      <p class="actions">
        <a class="button" href={`${frame.site.root}/`}>
          Go to the front page
        </a>
        <a class="button button-quiet" href={`${frame.site.root}/search`}>
          Search for a meme
        </a>
      </p>
    </section>
  </Layout>
);
