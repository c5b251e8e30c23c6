import { DATES, IDS } from "./types.ts";

// A string, or a whole number: strings are matched so that digits inside them are left alone.
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?![\d.eE])/g;
const MOST_DIGITS = 15;

/**
 * Ids exceed what a JavaScript number holds: they are taken from the text itself, digit by digit, before anything
 * reads them as numbers. Times become dates.
 */
export function parse(text: string): unknown {
  const exact = text.replace(STRING_OR_NUMBER, (token) =>
    token.startsWith('"') || token.length <= MOST_DIGITS ? token : `"${token}"`,
  );
  return JSON.parse(exact, (name, value: unknown) => {
    if (typeof value === "number" && IDS.has(name)) return String(value);
    if (typeof value === "string" && DATES.has(name)) return new Date(value);
    return value;
  });
}
