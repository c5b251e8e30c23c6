import { UsageError } from "./command.ts";

const UNIT_MS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/** A day (2027-01-31), a moment (2027-01-31T12:00:00Z) or a time from now (30d, 12h). */
export function momentOf(option: string, value: string, now: number): number {
  const [, count, unit] = /^(\d{1,6})([smhdw])$/.exec(value) ?? [];
  if (count && unit) return now + Number(count) * UNIT_MS[unit]!;
  const at = /^\d{4}-\d{2}-\d{2}(T|$)/.test(value) ? Date.parse(value) : NaN;
  if (Number.isNaN(at))
    throw new UsageError(
      `--${option} cannot be "${value}": give a date such as 2027-01-31, or a time such as 30d or 12h.`,
    );
  return at;
}
