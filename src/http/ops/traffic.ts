import { bucketOf, TIME_BUCKETS } from "../../core/traffic/latency.ts";
import { addTraffic, MINUTE_MS, minuteOf, type Counted } from "../../data/traffic.ts";
import type { Services } from "../../services.ts";

/** Requests to this process since the last write. Fixed arrays of numbers: counting must cost nothing. */
export class TrafficCount {
  #requests = 0;
  #failed = 0;
  #times = new Uint32Array(TIME_BUCKETS);

  add(status: number, seconds: number) {
    this.#requests++;
    if (status >= 500) this.#failed++;
    this.#times[bucketOf(seconds)]!++;
  }

  /** Returns and resets the counts; undefined if there were none. */
  take(): Counted | undefined {
    if (this.#requests === 0) return undefined;
    const times: number[] = [];
    for (const [bucket, count] of this.#times.entries()) if (count > 0) times.push(bucket, count);
    const counted = { requests: this.#requests, failed: this.#failed, times };
    this.#requests = this.#failed = 0;
    this.#times.fill(0);
    return counted;
  }

  /** Returns counts that could not be written, to be added to the next ones. */
  giveBack({ requests, failed, times }: Counted) {
    this.#requests += requests;
    this.#failed += failed;
    for (let i = 0; i < times.length; i += 2) this.#times[times[i]!]! += times[i + 1]!;
  }
}

export interface TrafficKeeper {
  flush(): Promise<void>;
  /** Writes the remaining counts. */
  stop(): Promise<void>;
}

/** Writes the counts at the end of each minute. */
export function keepTraffic(services: Services, count: TrafficCount): TrafficKeeper {
  const { database, ids, clock, log } = services;
  let minute = minuteOf(clock());
  let timer: Timer | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = async () => {
    const [ended, counted] = [minute, count.take()];
    minute = minuteOf(clock());
    if (!counted) return;
    try {
      await addTraffic(database.db, ended, ids.node, counted);
    } catch (error) {
      count.giveBack(counted);
      log.warn("could not write down the requests of a minute", { error: String(error) });
    }
  };
  const flush = () => (writing = writing.then(write));
  const wait = () => {
    timer = setTimeout(() => void flush().then(wait), MINUTE_MS - (clock() % MINUTE_MS));
    timer.unref();
  };
  wait();
  return {
    flush,
    async stop() {
      clearTimeout(timer);
      await flush();
    },
  };
}
