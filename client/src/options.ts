import { InvalidInput } from "./errors.ts";

/** Options that every call takes. */
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

/** Without TypeScript, nothing else points out a misspelt option. */
export function checkOptions(given: object, known: readonly string[], others: readonly string[] = []): void {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new InvalidInput("Pass options as an object, such as { timeout: 5000 }.");
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new InvalidInput(`Unknown option "${unknown}"; the options are ${[...others, ...known].join(", ")}.`);
}

/** Throws unless the API allows this page size. */
export function checkPageSize(size: number | undefined, max: number | undefined): void {
  if (size === undefined) return;
  if (max === undefined) throw new InvalidInput("The site decides the page size of this list: leave pageSize out.");
  if (!Number.isInteger(size) || size < 1 || size > max)
    throw new InvalidInput(`pageSize must be a whole number from 1 to ${max}.`);
}
