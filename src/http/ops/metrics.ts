import type { DatabaseMeter } from "../../data/meter.ts";
import { waitingForWorkers, workerDeaths } from "../../worker/pool.ts";
import { single, type Family } from "./families.ts";
import { processFamilies } from "./process-families.ts";
import { TrafficCount } from "./traffic.ts";

/** Upper bounds in seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

interface Series {
  /** By status. */
  counts: Map<number, number>;
  buckets: number[];
  seconds: number;
  total: number;
  /** Counts as activity. Probes by the operator's own machines do not. */
  asked: boolean;
}

/** Machines ask for these all the time, which would hide how many people come. */
export const PROBES = ["/healthz", "/readyz", "/metrics"];

/** Counts requests by route and status. Routes are patterns, so the number of series is bounded. */
export class Metrics {
  /** Written to the database every minute. */
  readonly traffic = new TrafficCount();
  /** Whether the process is shutting down. */
  isStopping = false;
  /** Browsers with an open live stream. */
  liveStreams = () => 0;
  /** Queued requests. */
  requestsWaiting = () => 0;
  /** Outcomes of mails since the start; undefined if none can be sent. */
  mails: Readonly<Record<"sent" | "retried" | "failed", number>> | undefined;
  /** Whether Valkey answers; undefined if none is configured. */
  hasValkey: (() => boolean) | undefined;
  /** By route, then by method. */
  #routes = new Map<string, Map<string, Series>>();

  record(method: string, route: string, status: number, seconds: number) {
    const series = this.#routes.get(route)?.get(method) ?? this.#begin(method, route);
    series.counts.set(status, (series.counts.get(status) ?? 0) + 1);
    let bucket = 0;
    while (bucket < BUCKETS.length && seconds > BUCKETS[bucket]!) bucket++;
    if (bucket < BUCKETS.length) series.buckets[bucket]!++;
    series.seconds += seconds;
    series.total++;
    if (series.asked) this.traffic.add(status, seconds);
  }

  #begin(method: string, route: string): Series {
    const asked = !PROBES.includes(route);
    const series = { counts: new Map(), buckets: BUCKETS.map(() => 0), seconds: 0, total: 0, asked };
    const methods = this.#routes.get(route) ?? new Map<string, Series>();
    this.#routes.set(route, methods.set(method, series));
    return series;
  }

  *#series(): Generator<[labels: string, series: Series]> {
    for (const [route, methods] of this.#routes)
      for (const [method, series] of methods) yield [`method="${method}",route="${route}"`, series];
  }

  /** Everything this process knows about itself. */
  families(meter: DatabaseMeter): Family[] {
    const series = [...this.#series()];
    const counts = series.flatMap(([labels, { counts }]) =>
      [...counts].map(([status, value]) => ({ labels: `${labels},status="${status}"`, value })),
    );
    return [
      { name: "guffaw_requests_total", type: "counter", help: "Requests by route and status.", samples: counts },
      {
        name: "guffaw_request_seconds",
        type: "histogram",
        help: "Time from a request's arrival to its answer, by route.",
        samples: series.flatMap(([labels, one]) => histogram(labels, one)),
      },
      single("guffaw_database_queries_total", "counter", "Statements sent to the database.", meter.queries),
      single("guffaw_database_seconds_total", "counter", "Time spent waiting for the database.", meter.seconds),
      by("queue", "guffaw_queue_waiting", "gauge", "Items waiting for their turn, by queue.", {
        database_writes: meter.waiting,
        requests: this.requestsWaiting(),
        images: waitingForWorkers(),
      }),
      by("reason", "guffaw_worker_deaths_total", "counter", WORKER_DEATHS, workerDeaths()),
      single("guffaw_live_streams", "gauge", "Browsers connected for live notifications.", this.liveStreams()),
      ...(this.hasValkey ? [valkeyUp(this.hasValkey())] : []),
      ...(this.mails ? [by("result", "guffaw_mails_total", "counter", MAILS, this.mails)] : []),
      by("outcome", "guffaw_cache_lookups_total", "counter", "Row cache lookups, by outcome.", {
        hit: meter.cacheHits,
        miss: meter.cacheMisses,
      }),
      ...processFamilies(),
    ];
  }
}

const WORKER_DEATHS = "Workers that crashed or were killed for using too much, by reason.";
const VALKEY = "1 while Valkey counts limits for all nodes, 0 while each node counts on its own.";
const valkeyUp = (isThere: boolean): Family => ({
  ...single("guffaw_valkey_up", "gauge", VALKEY, Number(isThere)),
  perProcess: true,
});
const MAILS = "E-mails by result; retried ones are tried again, failed ones are given up.";

/** One value for each value of a label. */
const by = (
  label: string,
  name: string,
  type: Family["type"],
  help: string,
  values: Readonly<Record<string, number>>,
): Family => ({
  name,
  type,
  help,
  samples: Object.entries(values).map(([key, value]) => ({ labels: `${label}="${key}"`, value })),
});

function histogram(labels: string, { buckets, seconds, total }: Series): Family["samples"] {
  let below = 0;
  const bucket = (bound: number | "+Inf", value: number) => ({
    suffix: "_bucket",
    labels: `${labels},le="${bound}"`,
    value,
  });
  return [
    ...BUCKETS.map((bound, i) => bucket(bound, (below += buckets[i]!))),
    bucket("+Inf", total),
    { suffix: "_sum", labels, value: seconds },
    { suffix: "_count", labels, value: total },
  ];
}
