import { message, type Message } from "../../words/messages.ts";
import { Face, type Grade } from "./components/face.tsx";
import type { Frame } from "./frame.ts";
import { Layout } from "./layout.tsx";
import { useWords } from "./use-words.tsx";

export interface PageNotice {
  status: number;
  title: Message;
  text: Message | string;
  grade: Grade;
}

/** The same for hidden and missing pages. */
export const NOT_FOUND: PageNotice = {
  status: 404,
  title: message("message.not-found"),
  text: message("message.not-found-text"),
  grade: 1,
};

export const notFromHere = (address: string): PageNotice => ({
  status: 403,
  title: message("message.not-from-here"),
  text: message("message.not-from-here-text", { address }),
  grade: 1,
});

/** `allow` lists the existing methods. */
export const wrongMethod = (allow: string): PageNotice => {
  const forReading = allow.includes("GET");
  return {
    status: 405,
    title: message(forReading ? "message.for-reading" : "message.for-sending"),
    text: message(forReading ? "message.for-reading-text" : "message.for-sending-text"),
    grade: 1,
  };
};

/** In our own words, if there are any. */
export function messageFor(status: number, sentence: Message | string | undefined, requestId: string): PageNotice {
  if (status === 404) return NOT_FOUND;
  // A refusal with a message is for the visitor; any other outage is for the operator.
  const isBusy = status === 503 && typeof sentence === "object";
  const kind = isBusy ? "too-many" : (KINDS[status] ?? (status < 500 ? "refused" : "failed"));
  if (kind === "failed")
    return {
      status,
      title: message("message.failed"),
      text: message("message.failed-text", { id: requestId }),
      grade: 1,
    };
  const grade = kind === "too-many" ? 2 : 1;
  return { status, title: message(`message.${kind}`), text: sentence ?? message(`message.${kind}-text`), grade };
}

const KINDS: Record<number, "not-allowed" | "too-many"> = {
  403: "not-allowed",
  429: "too-many",
};

interface Props {
  frame: Frame;
  message: PageNotice;
  /** Where to go from here, if there is something better than the front page. */
  children?: unknown;
}

/** A page with a single message, usually that there is nothing else to show. */
export const MessagePage = ({ frame, message, children }: Props) => {
  const { say, translate } = useWords();
  const title = translate(message.title);
  const text = translate(message.text);
  return (
    <Layout frame={frame} title={title} description={text}>
      <section class="message">
        <Face grade={message.grade} />
        <p class="message-status">{message.status}</p>
        <h1>{title}</h1>
        <p class="lead">{text}</p>
        <p class="actions">
          {children ?? (
            <>
              <a class="button" href={`${frame.site.root}/`}>
                {say("message.home")}
              </a>
              <a class="button button-quiet" href={`${frame.site.root}/search`}>
                {say("message.search")}
              </a>
            </>
          )}
        </p>
      </section>
    </Layout>
  );
};
