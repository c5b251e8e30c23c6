import { ConnectionLost } from "./errors.ts";

/** The site says something every 15 seconds, if only that it is there. */
const MAX_SILENCE_MS = 60_000;

/** What a server-sent message may have. */
export interface Message {
  id?: string;
  event?: string;
  data?: string;
}

/** The messages of an event stream, until it ends or is silent for too long. */
export async function* messagesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Message, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await readSoon(reader);
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const messages = text.split("\n\n");
      text = messages.pop()!;
      for (const one of messages) yield messageOf(one);
    }
  } finally {
    // Also if nobody wants to hear any more.
    reader.cancel().catch(() => {});
  }
}

async function readSoon(reader: ReadableStreamDefaultReader<Uint8Array>) {
  const late = () => void reader.cancel().catch(() => {});
  const timer = setTimeout(late, MAX_SILENCE_MS);
  try {
    return await reader.read();
  } catch (cause) {
    throw new ConnectionLost("The stream of events was cut off.", { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Our server sends one line of data in each. */
const messageOf = (lines: string): Message =>
  Object.fromEntries(lines.split("\n").map((line) => line.split(/: ?(.*)/s, 2))) as Message;
