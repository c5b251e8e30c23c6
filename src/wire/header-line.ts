// oxlint-disable-next-line no-control-regex -- these are what a value may not have
const NOT_IN_VALUE = /[^\t\x20-\x7e\x80-\xff]/;
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/** Whether text may be the value of a header: a line break in it would begin another header. */
export const isHeaderValue = (text: string): boolean => !NOT_IN_VALUE.test(text);

/** Whether text may be a method, or the name of a header. */
export const isToken = (text: string): boolean => TOKEN.test(text);

/** Whether text may be a whole header, without the line break at its end. */
export function isHeaderLine(text: string): boolean {
  const colon = text.indexOf(":");
  return colon > 0 && isToken(text.slice(0, colon)) && isHeaderValue(text.slice(colon + 1));
}
