import { STATUS_CODES } from "node:http";

/** What the first lines of an answer depend on, besides its own headers. */
export interface HeadOptions {
  status: number;
  /** The headers of the answer, as lines. */
  lines: string;
  /** Of the body; undefined if it is not stated. */
  length: number | undefined;
  isChunked: boolean;
  closes: boolean;
  /** To an HTTP/1.0 client, which has to be told that the connection stays open. */
  isOld: boolean;
}

export function writeHead({ status, lines, length, isChunked, closes, isOld }: HeadOptions): string {
  let text = `${statusLine(status)}${lines}Date: ${httpDate()}\r\n`;
  if (length !== undefined) text += `Content-Length: ${length}\r\n`;
  if (isChunked) text += "Transfer-Encoding: chunked\r\n";
  if (closes) text += "Connection: close\r\n";
  else if (isOld) text += "Connection: keep-alive\r\n";
  return `${text}\r\n`;
}

const statusLines = new Map<number, string>();

function statusLine(status: number): string {
  const known = statusLines.get(status);
  if (known !== undefined) return known;
  const line = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "Unknown"}\r\n`;
  statusLines.set(status, line);
  return line;
}

let second = 0;
let date = "";

/** The time in whole seconds, so most answers get the same text. */
function httpDate(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    date = new Date(now * 1000).toUTCString();
  }
  return date;
}
