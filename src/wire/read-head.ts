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

/** Of a request's first line and headers together. */
const MAX_HEAD = 16 * 1024;
const CR = 0x0d;
const LF = 0x0a;
const HEAD_END = Buffer.from("\r\n\r\n");
const NOT_IN_TARGET = /[^\x21-\x7e]/;
const LENGTH = /^\d{1,15}$/;

/** Undefined if it has not all arrived. Throws if it is too long. */
export function findHead(data: Buffer): { head: Buffer; end: number } | undefined {
  const start = endOfLineBreaks(data);
  if (start > MAX_HEAD) throw new WireError(400, "There are too many line breaks before the request.");
  const end = data.indexOf(HEAD_END, start);
  const length = end < 0 ? data.length - HEAD_END.length + 1 : end;
  if (length - start > MAX_HEAD)
    throw new WireError(431, "The address and the headers of the request are too long together.");
  return end < 0 ? undefined : { head: data.subarray(start, end), end: end + HEAD_END.length };
}

/** Some clients send a line break after a body. */
function endOfLineBreaks(data: Buffer): number {
  let at = 0;
  while (data[at] === CR && data[at + 1] === LF) at += 2;
  return at;
}

/**
 * The head of a request, without the empty line at its end. Strict, because a proxy in front of us has to see the same
 * requests in the same bytes: whatever could be read in two ways is refused.
 */
export function readHead(head: Buffer): Head {
  const text = head.toString("latin1");
  const firstEnd = text.indexOf("\r\n");
  const lineEnd = firstEnd < 0 ? text.length : firstEnd;
  const methodEnd = text.indexOf(" ");
  const targetEnd = text.lastIndexOf(" ", lineEnd - 1);
  const method = text.startsWith("GET ") ? "GET" : copyOf(head, 0, Math.max(0, methodEnd));
  const isOld = isOldVersion(text.slice(targetEnd + 1, lineEnd));
  if (targetEnd <= methodEnd || !isMethod(method)) throw malformed("the first line");
  const headers = readHeaders(head, text, lineEnd + 2);
  const target = readTarget(copyOf(head, methodEnd + 1, targetEnd), headers);
  const connection = headers.get("connection")?.toLowerCase();
  return {
    method,
    target,
    headers,
    length: readLength(headers, isOld),
    isOld,
    keepsOpen: isOld ? connection?.includes("keep-alive") === true : !connection?.includes("close"),
    waitsForContinue: !isOld && headers.get("expect")?.toLowerCase() === "100-continue",
  };
}

/** Not a part of the text, all of which would be kept in memory for as long as somebody keeps this. */
const copyOf = (head: Buffer, start: number, end: number) => head.toString("latin1", start, end);

const isMethod = (method: string) => method === "GET" || isToken(method);

function isOldVersion(version: string): boolean {
  if (version === "HTTP/1.1") return false;
  if (version === "HTTP/1.0") return true;
  if (/^HTTP\/\d/.test(version)) throw new WireError(505, "This server speaks HTTP/1.1 and HTTP/1.0 only.");
  throw malformed("the first line");
}

function readHeaders(head: Buffer, text: string, start: number): RequestHeaders {
  const headers = new RequestHeaders();
  for (let at = start; at < text.length;) {
    const next = text.indexOf("\r\n", at);
    const end = next < 0 ? text.length : next;
    const colon = text.indexOf(":", at);
    if (colon < 0 || colon > end) throw malformed("a header");
    const name = names.get(text.slice(at, colon)) ?? newName(copyOf(head, at, colon));
    headers.add(name, valueOf(head, text, colon + 1, end));
    at = end + 2;
  }
  return headers;
}

const MAX_NAMES = 256;
/** Every request has the same few names, so they are checked once. */
const names = new Map<string, string>();

function newName(sent: string): string {
  if (!isToken(sent)) throw malformed("the name of a header");
  const name = sent.toLowerCase();
  if (names.size < MAX_NAMES) names.set(sent, name);
  return name;
}

const TAB = 0x09;
const SPACE = 0x20;

function valueOf(head: Buffer, text: string, start: number, end: number): string {
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  const value = copyOf(head, start, end);
  if (!isHeaderValue(value)) throw malformed("the value of a header");
  return value;
}

const isSpace = (unit: number) => unit === SPACE || unit === TAB;

function readTarget(sent: string, headers: RequestHeaders): string {
  // Some clients send letters as they are.
  const target = NOT_IN_TARGET.test(sent) ? escaped(sent) : sent;
  if (target.startsWith("/")) return target;
  if (target === "*") return "/";
  const [all, host, path] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(target) ?? [];
  if (all === undefined) throw malformed("the address");
  headers.set("host", host!);
  return path!.startsWith("/") ? path! : `/${path}`;
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
