import { bucketOf, TIME_BUCKETS } from "../../core/traffic/latency.ts";
import { insertSlowRequests, addJobMinutes } from "../../data/minutes.ts";
import { addTraffic, IDLE, MINUTE_MS, minuteOf, type Counted } from "../../data/traffic.ts";
import { transact } from "../../data/transaction.ts";
import type { DatabaseMeter } from "../../data/meter.ts";
import type { JobMinute, Load, SlowRequest } from "../../entities/minute.ts";
import type { Services } from "../../services.ts";
import { Slowest } from "../../core/traffic/slowest.ts";

/** Requests to this process since the last write. Fixed arrays of numbers: counting must cost nothing. */
export class TrafficCount {
  #requests = 0;
  #failed = 0;
  #times = new Uint32Array(TIME_BUCKETS);
  readonly slowest = new Slowest();
  /** What the queues of this process have seen since it was last asked; set by the app. */
  takeWaited: () => Pick<Load, "waitedMs" | "maxWaiting"> = () => IDLE;

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
  const { database, ids, clock, log, jobTimes } = services;
  const load = new LoadCount(database.meter, count);
  let minute = minuteOf(clock());
  let timer: Timer | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = async () => {
    const [ended, counted, slow, jobs] = [minute, count.take(), count.slowest.take(), jobTimes.take()];
    const taken = load.take();
    minute = minuteOf(clock());
    try {
      if (counted) await addTraffic(database.db, ended, ids.node, { ...counted, load: taken });
    } catch (error) {
      count.giveBack(counted!);
      count.slowest.giveBack(slow);
      jobTimes.giveBack(jobs);
      return log.warn("could not write down the requests of a minute", { error: String(error) });
    }
    await writeDetails(services, ended, { slow, jobs });
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

/** Losing these explains less, but counts nothing wrong. */
async function writeDetails(
  { database, ids, log }: Services,
  minute: number,
  { slow, jobs }: { slow: SlowRequest[]; jobs: JobMinute[] },
) {
  if (slow.length === 0 && jobs.length === 0) return;
  try {
    await transact(database.db, async (tx) => {
      await insertSlowRequests(tx, minute, ids.node, slow);
      await addJobMinutes(tx, minute, ids.node, jobs);
    });
  } catch (error) {
    log.warn("could not write down what was slow in a minute", { error: String(error) });
  }
}

/** What the database and the queues had to do since it was last asked. */
class LoadCount {
  #queries: number;
  #seconds: number;

  constructor(
    private meter: DatabaseMeter,
    private count: TrafficCount,
  ) {
    [this.#queries, this.#seconds] = [meter.queries, meter.seconds];
  }

  take(): Load {
    const { queries, seconds } = this.meter;
    const load = {
      queries: queries - this.#queries,
      databaseMs: (seconds - this.#seconds) * 1000,
      ...this.count.takeWaited(),
    };
    [this.#queries, this.#seconds] = [queries, seconds];
    return load;
  }
}
