import { isoNow, withoutKeys, type Log } from "../log.ts";
import type { Exchange } from "./exchange.ts";
import { copyShort, writeText } from "./shape.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const utf8 = new TextEncoder();
const TIME = utf8.encode('{"time":"');
const REQUEST = utf8.encode('","level":"info","message":"request","request":"');
const METHOD = utf8.encode('","method":"');
const PATH = utf8.encode('","path":"');
const ROUTE = utf8.encode('","route":"');
const STATUS = utf8.encode('","status":');
const MICROSECONDS = utf8.encode(',"us":');
const DATABASE = utf8.encode(',"db_us":');
const QUEUE = utf8.encode(',"queue_us":');
const ADDRESS = utf8.encode(',"address":"');
const TRACE = utf8.encode(',"trace":"');
const USER = utf8.encode(',"user":"');
const KEY = utf8.encode(',"key":"');
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACE = 0x7d;

/** More than any network address has. */
const MAX_ADDRESS = 64;
/** More than everything but the path takes. */
const ROOM = 1024;
/** A unit of the path takes no more, however it is escaped or encoded. */
const MAX_UNIT_BYTES = 6;

/**
 * Writes the line of a request. As bytes, piece by piece: a text would have to be put together and encoded, which takes
 * a tenth of the time of a request that is answered from memory. Leaves out the query, which may hold private data.
 */
export function logRequest(log: Log, exchange: Exchange, status: number, seconds: number, caller?: string): void {
  const { requestId, method, route, member } = exchange;
  const path = withoutKeys(exchange.path);
  const start = log.begin(ROOM + path.length * MAX_UNIT_BYTES);
  const us = Math.round(seconds * 1e6);
  const databaseUs = Math.round(exchange.databaseMs * 1000);
  const queueUs = Math.round(exchange.queueMs * 1000);
  const address = caller?.slice(0, MAX_ADDRESS);
  const trace = exchange.trace?.traceId;
  const user = member?.user.id;
  const key = member && member.via !== "session" ? member.via.id : undefined;
  if (start === undefined) {
    const waits = { db_us: databaseUs, queue_us: queueUs };
    return log.info("request", {
      request: requestId,
      method,
      path,
      route,
      status,
      us,
      ...waits,
      address,
      trace,
      user,
      key,
    });
  }
  const to = log.buffer;
  let at = writeText(isoNow(), to, put(TIME, to, start));
  at = writeText(requestId, to, put(REQUEST, to, at));
  at = writeText(method, to, put(METHOD, to, at));
  at = writeEscaped(path, to, put(PATH, to, at));
  at = writeText(route, to, put(ROUTE, to, at));
  at = writeNumber(status, to, put(STATUS, to, at));
  at = writeNumber(us, to, put(MICROSECONDS, to, at));
  at = writeNumber(databaseUs, to, put(DATABASE, to, at));
  at = writeNumber(queueUs, to, put(QUEUE, to, at));
  at = writeField(ADDRESS, address, to, at);
  at = writeField(TRACE, trace, to, at);
  at = writeField(USER, user, to, at);
  at = writeField(KEY, key, to, at);
  to[at++] = BRACE;
  log.end(at);
}

const put = (piece: Bytes, to: Bytes, at: number) => copyShort(piece, 0, piece.length, to, at);

/** Nothing if it has no value. */
function writeField(name: Bytes, value: string | undefined, to: Bytes, at: number): number {
  if (value === undefined) return at;
  const end = writeEscaped(value, to, put(name, to, at));
  to[end] = QUOTE;
  return end + 1;
}

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
