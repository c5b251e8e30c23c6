// Requests that take long, one at a time, and how long everybody else waits meanwhile.
import type { Bare } from "./bare.ts";
import { figureOf, isNoisy, type Figure } from "./figure.ts";
import { openYardstick, Subject, type Timing } from "./measure.ts";
import { cpuOf } from "./processes.ts";
import type { Running, Site } from "./site.ts";
import { median } from "./statistics.ts";

const MAX_STALL = 10;
/** How often each server is asked whether it is awake. */
const PROBES_PER_SECOND = 200;
/** One of these takes a while, so the rounds are longer than the others. */
const LONGER = 2;

/** Something to measure. */
export interface Slow {
  name: string;
  /** Microseconds of CPU time. */
  maxCpu?: number;
  /** Name of the row for the longest wait. */
  wait: string;
  send(): Promise<void>;
  /** Waits for what is done after the answers, and returns its CPU time in microseconds. */
  settle?(): Promise<number>;
}

export interface SlowRound {
  /** Microseconds each, workers included. */
  cpu: number;
  /** Longest wait of a probe, in milliseconds. */
  stall: number;
  bareStall: number;
  bareCpu: number;
  took: number[];
  /** Microseconds each for what is done afterwards. */
  later: number;
}

export const roundSeconds = ({ seconds }: Timing) => seconds * LONGER;

/**
 * One at a time, so that on two cores the server has one of them. The stall is the longest time that /healthz took on a
 * connection of its own; a bare server is asked as often, and its waits are the machine's.
 */
export async function measureSlow(site: Site, bare: Bare, timing: Timing, slow: Slow): Promise<SlowRound[]> {
  const seconds = roundSeconds(timing);
  await bare.answer({ status: 200, bytes: 15 });
  await using yardstick = await openYardstick(bare, 1);
  await using ours = await openProbe("/healthz", site);
  await using theirs = await openProbe("bare", bare);
  const rounds: SlowRound[] = [];
  for (let round = 0; round < timing.rounds; round++) {
    const { cpu: bareCpu } = await yardstick.round(timing.seconds);
    const probes = [ours, theirs].map((probe) => probe.watch(seconds, PROBES_PER_SECOND));
    const sent = await sendFor(seconds, site, slow);
    const [stall, bareStall] = await Promise.all(probes);
    const later = slow.settle ? (await slow.settle()) / sent.took.length : 0;
    rounds.push({ ...sent, later, stall: stall!, bareStall: bareStall!, bareCpu });
  }
  return rounds;
}

const openProbe = (name: string, server: Running) =>
  Subject.open(name, server, ["GET /healthz"], { headers: {}, status: 200, draw: "in turn", connections: 1 });

/** At least once. */
async function sendFor(seconds: number, site: Site, { send }: Slow): Promise<Pick<SlowRound, "cpu" | "took">> {
  const before = cpuOf(site.pid);
  const until = performance.now() + seconds * 1000;
  const took: number[] = [];
  do {
    const sentAt = performance.now();
    await send();
    took.push(performance.now() - sentAt);
  } while (performance.now() < until);
  return { cpu: ((cpuOf(site.pid) - before) / took.length) * 1e6, took };
}

export const cpuFigure = ({ kind: database }: Site, { name, maxCpu }: Slow, rounds: readonly SlowRound[]): Figure =>
  figureOf(
    {
      name,
      database,
      target: maxCpu === undefined ? { unit: "µs" } : { unit: "µs", max: maxCpu },
      noisy: isNoisy(rounds.map(({ bareCpu }) => bareCpu)),
      note: `takes ${Math.round(median(rounds.flatMap(({ took }) => took)))} ms`,
    },
    rounds.map((round) => round.cpu),
  );

export function waitFigure({ kind: database }: Site, { wait: name }: Slow, rounds: readonly SlowRound[]): Figure {
  const longest = Math.max(...rounds.map(({ stall }) => stall));
  const bareLongest = Math.max(...rounds.map(({ bareStall }) => bareStall));
  return figureOf(
    {
      name,
      database,
      target: { unit: "ms", max: MAX_STALL },
      noisy: longest > MAX_STALL && bareLongest > MAX_STALL / 2,
      note: `bare waited ${bareLongest.toFixed(1)} ms`,
    },
    [longest],
  );
}
