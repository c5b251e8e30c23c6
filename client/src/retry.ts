import { ConnectionLost, GuffawError, TimedOut } from "./errors.ts";

const FIRST_MS = 250;
const MAX_MS = 10_000;
/** If the site asks for a longer wait, the call fails instead. */
const MAX_PATIENCE_MS = 60_000;

/** The server did nothing, or asking again is safe. 409: the same request is still running. */
const PASSING = new Set([409, 429, 502, 503, 504]);

export const mayPass = (error: unknown): error is GuffawError =>
  error instanceof ConnectionLost ||
  error instanceof TimedOut ||
  (error instanceof GuffawError && PASSING.has(error.status));

/** How long to wait before the next attempt; undefined if it is not worth it. */
export function delayBefore(attempt: number, retryAfter: number | undefined): number | undefined {
  const asked = (retryAfter ?? 0) * 1000;
  if (asked > MAX_PATIENCE_MS) return undefined;
  // Random, and up to twice as long each time, so that clients that failed together do not all come back together.
  const backoff = Math.random() * Math.min(MAX_MS, FIRST_MS * 2 ** attempt);
  return asked === 0 ? backoff : Math.max(backoff, asked + Math.random() * FIRST_MS);
}

/** Seconds, from a number or a date. */
export function secondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null || retryAfter.trim() === "") return undefined;
  const seconds = Number(retryAfter);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000);
}

/** Fails early, with the signal's reason, if it aborts. */
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
