import { DATES, IDS } from "./types.ts";

// A string, or a number with its fraction and exponent. Matching strings leaves the digits inside them alone.
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const WHOLE = /^-?\d+$/;

/**
 * Ids are too large for JavaScript numbers, so quote them before JSON.parse reads them as such. Times become dates.
 */
export function parse(text: string): unknown {
  const exact = text.replace(STRING_OR_NUMBER, (token) =>
    WHOLE.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
  return JSON.parse(exact, (name, value: unknown) => {
    if (typeof value === "number" && IDS.has(name)) return String(value);
    if (typeof value === "string" && DATES.has(name)) return new Date(value);
    return value;
  });
}
