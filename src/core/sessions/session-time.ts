export const SESSION_MS = 30 * 86_400_000;
const HOUR = 3_600_000;

export const hourOf = (ms: number) => ms - (ms % HOUR);
