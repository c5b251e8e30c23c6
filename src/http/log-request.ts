import { isoNow, withoutKeys, type Log } from "../log.ts";
import type { Exchange } from "./exchange.ts";
import { copyShort, writeText } from "./shape.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const utf8 = new TextEncoder();
const [TIME, REQUEST, METHOD, PATH, ROUTE, STATUS, MICROSECONDS, USER, KEY] = [
  '{"time":"',
  '","level":"info","message":"request","request":"',
  '","method":"',
  '","path":"',
  '","route":"',
  '","status":',
  ',"us":',
  ',"user":"',
  '","key":"',
].map((text) => utf8.encode(text)) as [Bytes, Bytes, Bytes, Bytes, Bytes, Bytes, Bytes, Bytes, Bytes];
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACE = 0x7d;

/** More than everything but the path takes. */
const ROOM = 1024;
/** A unit of the path takes no more, however it is escaped or encoded. */
const MAX_UNIT_BYTES = 6;

/**
 * Writes the line of a request. As bytes, piece by piece: a text would have to be put together and encoded, which takes
 * a tenth of the time of a request that is answered from memory. Leaves out the query, which may hold private data.
 */
export function logRequest(log: Log, exchange: Exchange, status: number, seconds: number): void {
  const { requestId, method, route, member } = exchange;
  const path = withoutKeys(exchange.path);
  const start = log.begin(ROOM + path.length * MAX_UNIT_BYTES);
  const us = Math.round(seconds * 1e6);
  const key = member && member.via !== "session" ? member.via.id : undefined;
  if (start === undefined)
    return log.info("request", { request: requestId, method, path, route, status, us, user: member?.user.id, key });
  const to = log.buffer;
  let at = writeText(isoNow(), to, put(TIME, to, start));
  at = writeText(requestId, to, put(REQUEST, to, at));
  at = writeText(method, to, put(METHOD, to, at));
  at = writeEscaped(path, to, put(PATH, to, at));
  at = writeText(route, to, put(ROUTE, to, at));
  at = writeNumber(status, to, put(STATUS, to, at));
  at = writeNumber(us, to, put(MICROSECONDS, to, at));
  if (member) {
    at = writeText(member.user.id, to, put(USER, to, at));
    if (key !== undefined) at = writeText(key, to, put(KEY, to, at));
    to[at++] = QUOTE;
  }
  to[at++] = BRACE;
  log.end(at);
}

const put = (piece: Bytes, to: Bytes, at: number) => copyShort(piece, 0, piece.length, to, at);

/** As inside a JSON text. */
function writeEscaped(text: string, to: Bytes, start: number): number {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20 || unit > 0x7e || unit === QUOTE || unit === BACKSLASH)
      return writeText(JSON.stringify(text).slice(1, -1), to, start);
    to[start + i] = unit;
  }
  return start + text.length;
}

function writeNumber(value: number, to: Bytes, start: number): number {
  let end = start + 1;
  for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) end++;
  for (let rest = value, at = end; at > start; rest = Math.floor(rest / 10)) to[--at] = 0x30 + (rest % 10);
  return end;
}
