import type { SlowRequest } from "../../entities/minute.ts";

/** Faster ones are not worth a row. */
export const SLOW_SECONDS = 0.1;
/** Of each minute and process. */
export const MAX_SLOW = 5;

/** Notes on a request that tell where its time went. */
interface Noted {
  requestId: string;
  method: string;
  route: string;
  /** Zero if nobody measured them. */
  databaseMs: number;
  queueMs: number;
}

/** The slowest requests to this process since they were last written down. */
export class Slowest {
  #slow: SlowRequest[] = [];

  add(exchange: Noted, status: number, seconds: number) {
    const { requestId: request, method, route, databaseMs, queueMs: waitedMs } = exchange;
    this.#keep([{ request, method, route, status, ms: seconds * 1000, databaseMs, waitedMs }]);
  }

  /** Returns and forgets them. */
  take(): SlowRequest[] {
    const taken = this.#slow;
    this.#slow = [];
    return taken;
  }

  /** Takes back what could not be written. */
  giveBack(slow: readonly SlowRequest[]) {
    this.#keep(slow);
  }

  #keep(more: readonly SlowRequest[]) {
    this.#slow = [...this.#slow, ...more].toSorted((a, b) => b.ms - a.ms).slice(0, MAX_SLOW);
  }
}
