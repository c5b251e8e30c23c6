import { message } from "../words/messages.ts";

export const NOT_BASE64 = message("error.not-base64");

/** Whether it was meant as a picture. */
export const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** Anything longer is not a media type, and is slow to parse. */
const MAX_DATA_TYPE = 1000;

/** Base64 text or a data URL; undefined for anything else. */
export function decodeBase64(value: string): Uint8Array | undefined {
  const comma = value.startsWith("data:") ? value.slice(0, MAX_DATA_TYPE).indexOf(",") : -1;
  if (comma >= 0 && !/;\s*base64$/i.test(value.slice(0, comma))) return undefined;
  const text = onlyLetters(value.slice(comma + 1).trim());
  return text === undefined ? undefined : new Uint8Array(Buffer.from(text, "base64"));
}

const [LETTER, GAP] = [1, 2];
const KINDS = new Uint8Array(256);
for (const letter of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_ ")
  KINDS[letter.charCodeAt(0)] = LETTER;
for (const gap of "\r\n\t") KINDS[gap.charCodeAt(0)] = GAP;
const [SPACE, PLUS, EQUALS] = [..." +="].map((letter) => letter.charCodeAt(0)) as [number, number, number];

/** Strips line ends and padding. Byte by byte: replacing in a text with millions of gaps takes gigabytes. */
function onlyLetters(text: string): string | undefined {
  const bytes = Buffer.from(text);
  let [length, end] = [0, bytes.length];
  while (end > 0 && bytes.length - end < 2 && bytes[end - 1] === EQUALS) end--;
  for (let at = 0; at < end; at++) {
    const kind = KINDS[bytes[at]!];
    if (kind === GAP) continue;
    if (kind !== LETTER) return undefined;
    // Clients that do not escape the + of base64 in a form send what reads as a space.
    bytes[length++] = bytes[at] === SPACE ? PLUS : bytes[at]!;
  }
  return length === 0 ? undefined : bytes.toString("latin1", 0, length);
}
