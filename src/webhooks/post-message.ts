import { connect, type Socket } from "node:net";
import { connect as connectSecurely } from "node:tls";

import { message } from "../words/messages.ts";
import { DeliveryError, findReceiver, type Receiver } from "./find-receiver.ts";

/** From the connection to the receiver's answer. */
const ANSWER_MS = 10_000;
/** Nothing but the status is of interest. */
const MAX_HEAD = 16_384;
const STATUS = /^HTTP\/1\.[01] (\d{3})[ \r]/;

export interface PostOptions {
  allowsPrivate: boolean;
  signal: AbortSignal;
  answerMs?: number;
}

/**
 * Sends a message and returns the status of the answer. HTTP by hand, over a connection to the very address that was
 * checked. So redirects lead nowhere, and a long answer is not read.
 */
export async function postMessage(
  url: URL,
  headers: Record<string, string>,
  body: string,
  { allowsPrivate, signal, answerMs = ANSWER_MS }: PostOptions,
): Promise<number> {
  const receiver = await findReceiver(url, { allowsPrivate });
  signal.throwIfAborted();
  const bytes = Buffer.from(body);
  const fields = { Host: url.host, ...headers, "Content-Length": String(bytes.length), Connection: "close" };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `POST ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join("")}\r\n`;
  return exchange(receiver, Buffer.concat([Buffer.from(head), bytes]), { signal, answerMs });
}

function exchange(
  receiver: Receiver,
  request: Buffer,
  { signal, answerMs }: { signal: AbortSignal; answerMs: number },
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const socket = open(receiver);
  const fail = (key: "webhooks.timed-out" | "webhooks.no-answer") => () => reject(new DeliveryError(message(key)));
  const stop = () => reject(signal.reason as Error);
  const timer = setTimeout(fail("webhooks.timed-out"), answerMs);
  signal.addEventListener("abort", stop, { once: true });
  let isConnected = false;
  let answer = "";
  socket.on(receiver.isSecure ? "secureConnect" : "connect", () => {
    isConnected = true;
    socket.write(request);
  });
  socket.on("data", (chunk: Buffer) => {
    answer = withoutAnnouncements(answer + chunk.toString("latin1"));
    const status = Number(STATUS.exec(answer)?.[1]);
    if (status >= 200) resolve(status);
    else if (answer.length > MAX_HEAD || !"HTTP/1.".startsWith(answer.slice(0, 7))) fail("webhooks.no-answer")();
  });
  socket.on("error", (error: Error) =>
    isConnected
      ? fail("webhooks.no-answer")()
      : reject(new DeliveryError(message("webhooks.no-connection", { reason: error.message.slice(0, 200) }))),
  );
  socket.on("close", fail("webhooks.no-answer"));
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    socket.destroy();
  });
}

/** Statuses below 200 only say that another one follows. */
const withoutAnnouncements = (answer: string) => answer.replace(/^(HTTP\/1\.[01] 1\d\d[^]*?\r\n\r\n)+/, "");

function open({ address: host, name, port, isSecure }: Receiver): Socket {
  if (!isSecure) return connect({ host, port });
  return connectSecurely({ host, port, ...(name !== undefined && { servername: name }) });
}
