import { ownText } from "../own-text.ts";
import { isHeaderValue, isToken } from "./header-line.ts";
import { RequestHeaders } from "./request-headers.ts";
import { WireError } from "./wire-error.ts";

/** What a request says before its body. */
export interface Head {
  method: string;
  /** Path and query as sent, always beginning with a slash. */
  target: string;
  headers: RequestHeaders;
  /** Bytes of the body, or that it comes in chunks. */
  length: number | "chunked";
  /** HTTP/1.0, which knows no chunks. */
  isOld: boolean;
  /** The client may send another request on the same connection. */
  keepsOpen: boolean;
  /** The client sends its body only once it is told to. */
  waitsForContinue: boolean;
}

const MAX_METHOD = 20;
/** Of a request's first line and headers together. */
const MAX_HEAD = 16 * 1024;
/** Longer heads are not kept while a connection is idle. */
const MAX_KEPT = 2 * 1024;
const CR = 0x0d;
const LF = 0x0a;
const HEAD_END = "\r\n\r\n";
/** A method, or half of one, or half of a line break. */
const BEGINNING = /^[\w!#$%&'*+.^`|~-]{1,20}(?: |$)|^\r?$/;
const BARE_LINE_FEED = /(?<!\r)\n/;
const NOT_IN_PATH = /[^\x21-\x7e]|#/;
const ABSOLUTE = /^https?:\/\/([^/?]*)(.*)$/i;
const LENGTH = /^\d{1,15}$/;

/** Undefined if it has not all arrived. Throws if it is too long, or will never be a head. */
export function findHead(data: Buffer): { text: string; end: number } | undefined {
  const start = endOfLineBreaks(data);
  if (start > MAX_HEAD) throw new WireError(400, "There are too many line breaks before the request.");
  const text = data.toString("latin1", start, start + MAX_HEAD + HEAD_END.length);
  const length = text.indexOf(HEAD_END);
  if (length >= 0) return { text: text.slice(0, length), end: start + length + HEAD_END.length };
  if (text.length >= MAX_HEAD + HEAD_END.length)
    throw new WireError(431, "The address and the headers of the request are too long together.");
  if (!BEGINNING.test(text)) throw malformed("the first line");
  if (BARE_LINE_FEED.test(text)) throw malformed("the line breaks");
  return undefined;
}

/** Some clients send a line break after a body. */
function endOfLineBreaks(data: Buffer): number {
  let at = 0;
  while (data[at] === CR && data[at + 1] === LF) at += 2;
  return at;
}

/**
 * Reads the heads of one connection. Strict, because a proxy in front of us has to see the same requests in the same
 * bytes: whatever could be read in two ways is refused.
 */
export class HeadReader {
  #last: Rest | undefined;

  /** A head without the empty line at its end. */
  read(text: string): Head {
    const lineEnd = text.indexOf("\r\n");
    const [methodEnd, targetEnd] = [text.indexOf(" "), text.lastIndexOf(" ", lineEnd < 0 ? text.length : lineEnd)];
    const method = text.slice(0, Math.max(0, methodEnd));
    if (targetEnd <= methodEnd || !isMethod(method)) throw malformed("the first line");
    const { headers, length, isOld, keepsOpen, waitsForContinue } = this.#readRest(text, targetEnd + 1);
    const sent = text.slice(methodEnd + 1, targetEnd);
    const head = { method, target: sent, headers, length, isOld, keepsOpen, waitsForContinue };
    if (!sent.startsWith("/") || NOT_IN_PATH.test(sent)) readTarget(head);
    // The health checks of some proxies have none.
    if (isOld && !head.headers.has("host")) head.headers = head.headers.with("host", "localhost");
    return head;
  }

  /** Most clients send the same headers with every request, so these are read once. */
  #readRest(text: string, start: number): Rest {
    const last = this.#last;
    if (last?.text.length === text.length - start && text.endsWith(last.text)) return last;
    const rest = readRest(text.slice(start));
    this.#last = text.length <= MAX_KEPT ? rest : undefined;
    return rest;
  }
}

/** What follows the target. */
interface Rest extends Omit<Head, "method" | "target"> {
  text: string;
}

function readRest(text: string): Rest {
  const lineEnd = text.indexOf("\r\n");
  const isOld = isOldVersion(lineEnd < 0 ? text : text.slice(0, lineEnd));
  const headers = lineEnd < 0 ? new RequestHeaders() : readHeaders(text, lineEnd + 2);
  const connection = headers.get("connection")?.toLowerCase();
  return {
    text,
    headers,
    length: readLength(headers, isOld),
    isOld,
    keepsOpen: isOld ? connection?.includes("keep-alive") === true : !connection?.includes("close"),
    waitsForContinue: !isOld && headers.get("expect")?.toLowerCase() === "100-continue",
  };
}

const isMethod = (method: string) => method === "GET" || (method.length <= MAX_METHOD && isToken(method));

function isOldVersion(version: string): boolean {
  if (version === "HTTP/1.1") return false;
  if (version === "HTTP/1.0") return true;
  if (/^HTTP\/\d/.test(version)) throw new WireError(505, "This server speaks HTTP/1.1 and HTTP/1.0 only.");
  throw malformed("the first line");
}

function readHeaders(text: string, start: number): RequestHeaders {
  const headers = new RequestHeaders();
  for (let at = start; at < text.length;) {
    const next = text.indexOf("\r\n", at);
    const end = next < 0 ? text.length : next;
    const colon = text.indexOf(":", at);
    if (colon < 0 || colon > end) throw malformed("a header");
    const value = valueIn(text, colon + 1, end);
    if (!isHeaderValue(value)) throw malformed("the value of a header");
    headers.add(nameOf(text.slice(at, colon)), value);
    at = end + 2;
  }
  return headers;
}

const MAX_NAMES = 256;
/** Every request has the same few names, so they are checked once. */
const names = new Map<string, string>();

function nameOf(sent: string): string {
  const known = names.get(sent);
  if (known !== undefined) return known;
  if (!isToken(sent)) throw malformed("the name of a header");
  const name = sent.toLowerCase();
  if (names.size < MAX_NAMES) names.set(ownText(sent), ownText(name));
  return name;
}

const TAB = 0x09;
const SPACE = 0x20;

function valueIn(text: string, start: number, end: number): string {
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

const isSpace = (unit: number) => unit === SPACE || unit === TAB;

/** Makes a path of whatever else was sent. */
function readTarget(head: Head) {
  // Some clients send letters as they are.
  const target = escaped(head.target);
  // No fragment is ever sent, and proxies do not agree where the path ends if there is one.
  if (target.includes("#")) throw malformed("the address");
  const [, host, path] = ABSOLUTE.exec(target) ?? [];
  if (target.startsWith("/")) head.target = target;
  else if (target === "*" && head.method === "OPTIONS") head.target = "/";
  else if (path === undefined) throw malformed("the address");
  else {
    head.target = path.startsWith("/") ? path : `/${path}`;
    if (!head.headers.has("host")) head.headers = head.headers.with("host", host!);
    else if (head.headers.get("host") !== host) throw malformed("Host, and the address");
  }
}

function escaped(target: string): string {
  // oxlint-disable-next-line no-control-regex -- and neither may an address have these
  if (/[\x00-\x20\x7f]/.test(target)) throw malformed("the address");
  return target.replace(/[\x80-\xff]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
}

function readLength(headers: RequestHeaders, isOld: boolean): Head["length"] {
  const [length, coding] = [headers.get("content-length"), headers.get("transfer-encoding")];
  if (coding === null) {
    if (length === null) return 0;
    if (LENGTH.test(length)) return Number(length);
    throw malformed("Content-Length");
  }
  // Where two servers take different ones of these, requests can be smuggled past the first.
  if (length !== null || isOld) throw malformed("Transfer-Encoding");
  if (coding.toLowerCase() === "chunked") return "chunked";
  throw new WireError(501, "Of all transfer encodings, this server knows chunked only.");
}

const malformed = (what: string) => new WireError(400, `The request is malformed: check ${what}.`);
