import { InvalidInput } from "./errors.ts";

/** What every call takes. */
export const CALL_OPTIONS = ["signal", "timeout", "onRequest", "onResponse"];
export const CLIENT_OPTIONS = [
  "key",
  "url",
  "apiUrl",
  "oldApiUrl",
  "timeout",
  "retries",
  "fetch",
  "headers",
  "onRequest",
  "onResponse",
];

/** JavaScript has nobody else to tell that an option is misspelt. */
export function checkOptions(given: object, known: readonly string[], others: readonly string[] = []): void {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new InvalidInput("Options are given as an object, such as { timeout: 5000 }.");
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new InvalidInput(`There is no option "${unknown}" here; there are ${[...others, ...known].join(", ")}.`);
}

/** How many items a page has, where the API lets one choose. */
export function checkPageSize(size: number | undefined, max: number | undefined): void {
  if (size === undefined) return;
  if (max === undefined)
    throw new InvalidInput("The site chooses how long the pages of this list are: leave pageSize out.");
  if (!Number.isInteger(size) || size < 1 || size > max)
    throw new InvalidInput(`A page of this list has from 1 to ${max} items.`);
}
