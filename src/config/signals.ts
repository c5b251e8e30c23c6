import { refuse } from "./checks.ts";

const MAX_SLOW_MS = 60_000;

/** From how many milliseconds on a statement is slow; undefined if none is. */
export function readSlowQuery(value: string): number | undefined {
  if (value === "off") return undefined;
  const number = /^\d{1,5}$/.test(value) ? Number(value) : 0;
  if (number < 1 || number > MAX_SLOW_MS)
    refuse("GUFFAW_SLOW_QUERY_MS", value, `a number of milliseconds from 1 to ${MAX_SLOW_MS}, or off`);
  return number;
}
