import { DATES, IDS } from "./types.ts";

// A string, or a number with all that belongs to it: strings are matched so that digits inside them are left alone.
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const WHOLE = /^-?\d+$/;

/**
 * Ids exceed what a JavaScript number holds: they are taken from the text itself, digit by digit, before anything
 * reads them as numbers. Times become dates.
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
