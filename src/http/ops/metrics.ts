import type { DatabaseMeter } from "../../data/meter.ts";
import { waitingForWorkers, workerDeaths } from "../../worker/pool.ts";
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

  /** Prometheus text format. */
  text(meter: DatabaseMeter): string {
    const lines: string[] = [];
    const family = (name: string, type: string, help: string) =>
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
    const single = (name: string, type: string, help: string, value: number) => {
      family(name, type, help);
      lines.push(`${name} ${value}`);
    };
    family("guffaw_requests_total", "counter", "Requests by route and status.");
    for (const [labels, { counts }] of this.#series())
      for (const [status, count] of counts) lines.push(`guffaw_requests_total{${labels},status="${status}"} ${count}`);
    family("guffaw_request_seconds", "histogram", "Time from a request's arrival to its answer, by route.");
    for (const [labels, series] of this.#series()) lines.push(...histogram("guffaw_request_seconds", labels, series));
    single("guffaw_database_queries_total", "counter", "Statements sent to the database.", meter.queries);
    single("guffaw_database_seconds_total", "counter", "Time spent waiting for the database.", meter.seconds);
    family("guffaw_queue_waiting", "gauge", "Items waiting for their turn, by queue.");
    lines.push(`guffaw_queue_waiting{queue="database_writes"} ${meter.waiting}`);
    lines.push(`guffaw_queue_waiting{queue="requests"} ${this.requestsWaiting()}`);
    lines.push(`guffaw_queue_waiting{queue="images"} ${waitingForWorkers()}`);
    family(
      "guffaw_worker_deaths_total",
      "counter",
      "Workers that crashed or were killed for using too much, by reason.",
    );
    for (const [reason, count] of Object.entries(workerDeaths()))
      lines.push(`guffaw_worker_deaths_total{reason="${reason}"} ${count}`);
    single("guffaw_live_streams", "gauge", "Browsers connected for live notifications.", this.liveStreams());
    if (this.mails) {
      family(
        "guffaw_mails_total",
        "counter",
        "E-mails by result; retried ones are tried again, failed ones are given up.",
      );
      for (const [result, count] of Object.entries(this.mails))
        lines.push(`guffaw_mails_total{result="${result}"} ${count}`);
    }
    family("guffaw_cache_lookups_total", "counter", "Row cache lookups, by outcome.");
    lines.push(`guffaw_cache_lookups_total{outcome="hit"} ${meter.cacheHits}`);
    lines.push(`guffaw_cache_lookups_total{outcome="miss"} ${meter.cacheMisses}`);
    single("process_resident_memory_bytes", "gauge", "Resident memory.", process.memoryUsage.rss());
    single("process_cpu_seconds_total", "counter", "User and system CPU time.", cpuSeconds());
    return `${lines.join("\n")}\n`;
  }
}

function histogram(name: string, labels: string, { buckets, seconds, total }: Series): string[] {
  let below = 0;
  const lines = BUCKETS.map((bound, i) => `${name}_bucket{${labels},le="${bound}"} ${(below += buckets[i]!)}`);
  return [
    ...lines,
    `${name}_bucket{${labels},le="+Inf"} ${total}`,
    `${name}_sum{${labels}} ${seconds}`,
    `${name}_count{${labels}} ${total}`,
  ];
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
