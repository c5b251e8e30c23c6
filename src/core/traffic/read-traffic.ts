import { addLoads, IDLE, listTraffic, MINUTE_MS, minuteOf, type CountedMinute } from "../../data/traffic.ts";
import type { Load } from "../../entities/minute.ts";
import type { Ctx } from "../ctx.ts";
import { percentile, TIME_BUCKETS } from "./latency.ts";
import { requireFounder } from "../access.ts";

/** How far back each range goes, and how many minutes make up one point. */
export const RANGES = {
  hour: { minutes: 60, step: 1 },
  day: { minutes: 24 * 60, step: 30 },
  week: { minutes: 7 * 24 * 60, step: 180 },
} as const;
export type Range = keyof typeof RANGES;

/** In seconds; undefined without requests. */
export interface Latency {
  median: number | undefined;
  p95: number | undefined;
  p99: number | undefined;
}

export interface TrafficPoint extends Latency {
  /** Start time. */
  start: number;
  requests: number;
  failed: number;
}

export interface Traffic {
  stepMs: number;
  /** Oldest first; the last one is not over yet. */
  points: TrafficPoint[];
  total: Omit<TrafficPoint, "start">;
}

/** A day at a time, so as not to block the event loop for long. */
const AT_ONCE = 24 * 60;

/** Requests to all processes, and how long they took. */
export async function readTraffic(ctx: Ctx, range: Range): Promise<Traffic> {
  requireFounder(ctx.actor);
  const { minutes, step } = RANGES[range];
  // Steps are aligned to the clock, and the last one is still under way.
  const end = (Math.floor(minuteOf(ctx.now) / step) + 1) * step;
  const begin = end - minutes;
  const sums = Array.from({ length: minutes / step }, () => new Sum());
  const total = new Sum();
  for (let from = begin; from < end; from += AT_ONCE)
    for (const one of await listTraffic(ctx.db, from, Math.min(from + AT_ONCE, end))) {
      sums[Math.floor((one.minute - begin) / step)]!.add(one);
      total.add(one);
    }
  const points = sums.map((sum, i) => ({ start: (begin + i * step) * MINUTE_MS, ...sum.result() }));
  return { stepMs: step * MINUTE_MS, points, total: total.result() };
}

/** Adds up histograms, never percentiles: those of two processes say nothing about both together. */
export class Sum {
  load: Load = IDLE;
  #requests = 0;
  #failed = 0;
  #times = new Float64Array(TIME_BUCKETS);

  add({ requests, failed, times, load }: CountedMinute) {
    this.load = addLoads(this.load, load);
    this.#requests += requests;
    this.#failed += failed;
    for (let i = 0; i < times.length; i += 2) this.#times[times[i]!]! += times[i + 1]!;
  }

  result(): Omit<TrafficPoint, "start"> {
    const at = (share: number) => percentile(this.#times, share);
    return { requests: this.#requests, failed: this.#failed, median: at(0.5), p95: at(0.95), p99: at(0.99) };
  }
}
