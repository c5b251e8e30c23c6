import { InvalidInput, TimedOut } from "./errors.ts";

/** The most that a timer holds. Nobody waits for 25 days: what is longer is no limit at all. */
const MAX_MS = 2 ** 31 - 1;

export function checkTimeout(ms: number): void {
  if (!(ms >= 0)) throw new InvalidInput("A timeout is a number of milliseconds, and none is below 0.");
}

export interface Patience {
  /** The author's own. */
  signal?: AbortSignal | undefined;
  timeout: number;
  /** What is to be said of work that took too long: "There was no answer". */
  late: string;
}

/** Work that the author, the clock or the work itself may give up: it then fails with the reason for that. */
export async function inTime<T>(
  { signal: given, timeout, late }: Patience,
  work: (signal: AbortSignal, stop: (reason: unknown) => void) => Promise<T>,
): Promise<T> {
  checkTimeout(timeout);
  given?.throwIfAborted();
  const own = new AbortController();
  const stop = (reason: unknown) => own.abort(reason);
  const isLate = () => stop(new TimedOut(`${late} within ${timeout / 1000} seconds.`));
  const timer = timeout > MAX_MS ? undefined : setTimeout(isLate, Math.ceil(timeout));
  const signal = given ? AbortSignal.any([own.signal, given]) : own.signal;
  try {
    return await work(signal, stop);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}
