import { SLOW_SECONDS } from "../../core/traffic/slowest.ts";
import type { DatabaseMeter } from "../../data/meter.ts";
import type { Services } from "../../services.ts";
import { waitingForWorkers, workerDeaths } from "../../worker/pool.ts";
import type { Exchange } from "../exchange.ts";
import type { Gate } from "../gate.ts";
import { by, single, type Family } from "./families.ts";
import { loopDelay } from "./loop-delay.ts";
import { processFamilies } from "./process-families.ts";
import { SiteFigures } from "./site-figures.ts";
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
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
export const PROBES = ["/healthz", "/readyz", "/metrics"];

/** Counts requests by route and status. Routes are patterns, so the number of series is bounded. */
export class Metrics {
  /** Written to the database every minute. */
  readonly traffic = new TrafficCount();
  /** Whether the process is shutting down. */
  isStopping = false;
  /** Browsers and programs with an open stream. */
  #streams: Record<"live" | "events", { size: number }> = { live: { size: 0 }, events: { size: 0 } };
  #gate: Gate | undefined;
  /** Figures of the whole site. */
  readonly site: SiteFigures;
  /** By route, then by method. */
  #routes = new Map<string, Map<string, Series>>();

  constructor(private services: Services) {
    this.site = new SiteFigures(services);
  }

  /** Requests queue there. */
  watch(gate: Gate, streams: Record<"live" | "events", { size: number }>) {
    this.#gate = gate;
    this.#streams = streams;
    this.traffic.takeWaited = () => gate.takeWaited();
  }

  /** False for a probe. */
  record(exchange: Exchange, status: number, seconds: number): boolean {
    const { route } = exchange;
    // There is no end of those that somebody could invent.
    const method = METHODS.has(exchange.method) ? exchange.method : "other";
    const series = this.#routes.get(route)?.get(method) ?? this.#begin(method, route);
    series.counts.set(status, (series.counts.get(status) ?? 0) + 1);
    let bucket = 0;
    while (bucket < BUCKETS.length && seconds > BUCKETS[bucket]!) bucket++;
    if (bucket < BUCKETS.length) series.buckets[bucket]!++;
    series.seconds += seconds;
    series.total++;
    if (series.asked) this.traffic.add(status, seconds);
    if (series.asked && seconds >= SLOW_SECONDS) this.traffic.slowest.add(exchange, status, seconds);
    return series.asked;
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
  families(): Family[] {
    const { database, tally, mailer, spans, valkey } = this.services;
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
      ...databaseFamilies(database.meter),
      by("queue", "guffaw_queue_waiting", "gauge", "Items waiting for their turn, by queue.", {
        database_writes: database.meter.waiting,
        requests: this.#gate?.waiting ?? 0,
        images: waitingForWorkers(),
      }),
      by("reason", "guffaw_worker_deaths_total", "counter", WORKER_DEATHS, workerDeaths()),
      single("guffaw_live_streams", "gauge", "Browsers connected for live notifications.", this.#streams.live.size),
      single("guffaw_event_streams", "gauge", "Programs connected for events.", this.#streams.events.size),
      ...(valkey ? [valkeyUp(valkey.isThere)] : []),
      by("result", "guffaw_mails_total", "counter", MAILS, mailer?.counts ?? NO_MAILS),
      by("result", "guffaw_jobs_total", "counter", "Jobs by result; failed ones are tried again.", tally.jobs),
      by("result", "guffaw_sign_ins_total", "counter", "Attempts to sign in, by result.", tally.signIns),
      by("outcome", "guffaw_cache_lookups_total", "counter", "Row cache lookups, by outcome.", {
        hit: database.meter.cacheHits,
        miss: database.meter.cacheMisses,
      }),
      by(
        "result",
        "guffaw_trace_spans_total",
        "counter",
        "Spans for GUFFAW_OTLP_URL, by result.",
        spans?.counts ?? NO_SPANS,
      ),
      loopDelay.family(),
      ...processFamilies(),
    ];
  }
}

const databaseFamilies = (meter: DatabaseMeter): Family[] => [
  single("guffaw_database_queries_total", "counter", "Statements sent to the database.", meter.queries),
  single("guffaw_replica_queries_total", "counter", "Reads that a replica answered.", meter.replicaQueries),
  single("guffaw_database_seconds_total", "counter", "Time spent waiting for the database.", meter.seconds),
  single("guffaw_database_slow_queries_total", "counter", SLOW, meter.slow),
  single("guffaw_database_wait_seconds_total", "counter", POOL_WAIT, meter.waitedSeconds),
  by("state", "guffaw_database_connections", "gauge", "Connections that may be open, and those in use.", {
    max: meter.connections,
    // Statements that wait for a connection count too.
    in_use: Math.min(meter.inUse, meter.connections),
  }),
];

const VALKEY = "1 while Valkey counts limits for all nodes, 0 while each node counts on its own.";
const valkeyUp = (isThere: boolean): Family => ({
  ...single("guffaw_valkey_up", "gauge", VALKEY, Number(isThere)),
  perProcess: true,
});
const NO_MAILS = { sent: 0, retried: 0, failed: 0 };
const NO_SPANS = { sent: 0, dropped: 0 };
const WORKER_DEATHS = "Workers that crashed or were killed for using too much, by reason.";
const SLOW = "Statements that took longer than GUFFAW_SLOW_QUERY_MS.";
const POOL_WAIT = "Time that transactions have waited for a connection or for their turn to write.";
const MAILS = "E-mails by result; retried ones are tried again, failed ones are given up.";

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
