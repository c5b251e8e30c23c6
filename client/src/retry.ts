import { ConnectionLost, GuffawError, TimedOut } from "./errors.ts";

const FIRST_MS = 250;
const MAX_MS = 10_000;
/** Who is asked to wait longer is told so instead. */
const MAX_PATIENCE_MS = 60_000;

/** The server did not do it, or may be asked again. 409: the same request is still being worked on. */
const PASSING = new Set([409, 429, 502, 503, 504]);

export const mayPass = (error: unknown): error is GuffawError =>
  error instanceof ConnectionLost ||
  error instanceof TimedOut ||
  (error instanceof GuffawError && PASSING.has(error.status));

/** How long to wait before the next attempt; undefined when it is not worth it. */
export function delayBefore(attempt: number, retryAfter: number | undefined): number | undefined {
  const asked = (retryAfter ?? 0) * 1000;
  if (asked > MAX_PATIENCE_MS) return undefined;
  // Anywhere between nothing and twice as long as before: many who failed at once do not all come back at once.
  const backoff = Math.random() * Math.min(MAX_MS, FIRST_MS * 2 ** attempt);
  return asked === 0 ? backoff : Math.max(backoff, asked + Math.random() * FIRST_MS);
}

/** Seconds, from either way to write it. */
export function secondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null || retryAfter.trim() === "") return undefined;
  const seconds = Number(retryAfter);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000);
}

/** Ends early, with its reason, when the signal says so. */
export const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const timer = setTimeout(done, ms);
    function done() {
      signal?.removeEventListener("abort", stop);
      resolve();
    }
    function stop() {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    }
    signal?.addEventListener("abort", stop, { once: true });
  });
