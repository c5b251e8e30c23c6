/** Adds calendar months in UTC, at the same time of day. The 31st becomes the last day of a shorter month. */
export function addMonths(ms: number, months: number): number {
  const from = new Date(ms);
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay));
  return day + (ms - Date.UTC(year, from.getUTCMonth(), from.getUTCDate()));
}
