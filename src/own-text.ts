/**
 * The same text in memory of its own. A part of a text keeps all of it in memory for as long as somebody keeps the part,
 * and what comes from a request is part of its whole head: up to 16 KB.
 */
export function ownText(text: string): string {
  const encoding = IS_WIDE.test(text) ? "utf16le" : "latin1";
  return Buffer.from(text, encoding).toString(encoding);
}

const IS_WIDE = /[^\0-\xff]/;
