import { UsageError } from "./command.ts";

const UNIT_MS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };
const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A day (2027-01-31), a time (2027-01-31T12:00:00Z) or a duration from now (30d, 12h). */
export function momentOf(option: string, value: string, now: number): number {
  const at = fromNow(value, now) ?? onDay(value);
  if (at === undefined)
    throw new UsageError(
      `--${option} cannot be "${value}": use a date such as 2027-01-31, or a duration such as 30d or 12h.`,
    );
  if (at > LAST) throw new UsageError(`--${option} cannot be "${value}": the last day is 9999-12-31.`);
  return at;
}

function fromNow(value: string, now: number): number | undefined {
  const [, count, unit] = /^(\d{1,6})([smhdw])$/.exec(value) ?? [];
  return count && unit ? now + Number(count) * UNIT_MS[unit]! : undefined;
}

function onDay(value: string): number | undefined {
  const [, day] = MOMENT.exec(value) ?? [];
  const at = Date.parse(value);
  // The runtime reads 31 February as 3 March.
  return day && !Number.isNaN(at) && iso(Date.parse(day))!.startsWith(day) ? at : undefined;
}

export const iso = (ms: number | null | undefined) => (ms == null ? null : new Date(ms).toISOString());
