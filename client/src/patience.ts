import { InvalidInput, TimedOut } from "./errors.ts";

/** The longest delay of a timer. Nobody waits 25 days: anything longer means no limit. */
const MAX_MS = 2 ** 31 - 1;

export function checkTimeout(ms: number): void {
  if (!(ms >= 0)) throw new InvalidInput("A timeout must be a number of milliseconds, 0 or more.");
}

export interface Patience {
  /** The caller's own. */
  signal?: AbortSignal | undefined;
  timeout: number;
  /** How the message about a timeout begins: "There was no answer". */
  late: string;
}

/** Runs work that the caller, a timeout or the work itself may abort, and fails with the reason. */
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
