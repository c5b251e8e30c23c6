// Submitting photographs of one megapixel, and how long everybody else waits meanwhile.
import { MAKE_RENDITIONS } from "../src/core/memes/make-renditions.ts";
import type { Bare } from "./bare.ts";
import { figureOf, isNoisy, type Figure } from "./figure.ts";
import { openYardstick, Subject, type Timing } from "./measure.ts";
import { makeJpegs } from "./photographs.ts";
import { cpuOf } from "./processes.ts";
import type { Running, Site } from "./site.ts";
import { median } from "./statistics.ts";

const MAX_CPU = 150_000;
const MAX_STALL = 10;
/** How often each server is asked whether it is awake. */
const PROBES_PER_SECOND = 200;
/** A submission takes a while, so these rounds are longer than the others. */
const LONGER = 2;
/** Nobody submits faster than this. */
const MAX_PER_SECOND = 20;
const WARM_UP = 4;

type Jpeg = Uint8Array<ArrayBuffer>;

interface Round {
  /** Microseconds per submission, workers included. */
  cpu: number;
  /** Longest wait of a probe, in milliseconds. */
  stall: number;
  bareStall: number;
  bareCpu: number;
  took: number[];
  /** Microseconds per submission for the renditions that a job makes afterwards. */
  later: number;
}

/**
 * One at a time, so that on two cores the server has one of them. The stall is the longest time that /healthz took on a
 * connection of its own; a bare server is asked as often, and its waits are the machine's.
 */
export async function measureSubmit(site: Site, bare: Bare, timing: Timing): Promise<Figure[]> {
  const seconds = timing.seconds * LONGER;
  const jpegs = await makeJpegs(WARM_UP + Math.ceil(seconds * MAX_PER_SECOND) * timing.rounds);
  await bare.answer({ status: 200, bytes: 15 });
  await using yardstick = await openYardstick(bare, 1);
  await using ours = await openProbe("/healthz", site);
  await using theirs = await openProbe("bare", bare);
  for (const jpeg of jpegs.splice(0, WARM_UP)) await submit(site, jpeg);
  await cpuUntilRendered(site);
  const rounds: Round[] = [];
  for (let round = 0; round < timing.rounds; round++) {
    const { cpu: bareCpu } = await yardstick.round(timing.seconds);
    const probes = [ours, theirs].map((probe) => probe.watch(seconds, PROBES_PER_SECOND));
    const submitted = await submitFor(seconds, site, jpegs);
    const [stall, bareStall] = await Promise.all(probes);
    const later = (await cpuUntilRendered(site)) / submitted.took.length;
    rounds.push({ ...submitted, later, stall: stall!, bareStall: bareStall!, bareCpu });
  }
  return figures(site, rounds);
}

const openProbe = (name: string, server: Running) =>
  Subject.open(name, server, ["GET /healthz"], { headers: {}, status: 200, draw: "in turn", connections: 1 });

function figures(site: Site, rounds: readonly Round[]): Figure[] {
  const { kind: database } = site;
  const cpu = figureOf(
    {
      name: "submit, 1 MP JPEG",
      database,
      target: { unit: "µs", max: MAX_CPU },
      noisy: isNoisy(rounds.map(({ bareCpu }) => bareCpu)),
      note: `takes ${Math.round(median(rounds.flatMap(({ took }) => took)))} ms`,
    },
    rounds.map((round) => round.cpu),
  );
  const [longest, bareLongest] = [
    Math.max(...rounds.map(({ stall }) => stall)),
    Math.max(...rounds.map((r) => r.bareStall)),
  ];
  const stall = figureOf(
    {
      name: "longest wait meanwhile",
      database,
      target: { unit: "ms", max: MAX_STALL },
      noisy: longest > MAX_STALL && bareLongest > MAX_STALL / 2,
      note: `bare waited ${bareLongest.toFixed(1)} ms`,
    },
    [longest],
  );
  const later = figureOf(
    { name: "its other sizes, later", database, target: { unit: "µs" }, noisy: false },
    rounds.map((round) => round.later),
  );
  return [cpu, later, stall];
}

/** Waits for the job that makes the other renditions. In microseconds. */
async function cpuUntilRendered({ pid, database: { db } }: Site): Promise<number> {
  const before = cpuOf(pid);
  const waiting = db.selectFrom("jobs").select("subject").where("kind", "=", MAKE_RENDITIONS).limit(1);
  while (await waiting.executeTakeFirst()) await Bun.sleep(100);
  return (cpuOf(pid) - before) * 1e6;
}

/** At least once, and each picture once. */
async function submitFor(seconds: number, site: Site, jpegs: Jpeg[]): Promise<Pick<Round, "cpu" | "took">> {
  const before = cpuOf(site.pid);
  const until = performance.now() + seconds * 1000;
  const took: number[] = [];
  do {
    const sentAt = performance.now();
    await submit(site, jpegs.pop()!);
    took.push(performance.now() - sentAt);
  } while (performance.now() < until && jpegs.length > 0);
  return { cpu: ((cpuOf(site.pid) - before) / took.length) * 1e6, took };
}

async function submit({ port, writers }: Site, jpeg: Jpeg) {
  const form = new FormData();
  form.set("image", new Blob([jpeg], { type: "image/jpeg" }), "photograph.jpg");
  form.set("caption", "A photograph");
  const headers = { Authorization: writers[0]!.key };
  const answer = await fetch(`http://127.0.0.1:${port}/v1/submit`, { method: "POST", headers, body: form });
  if (answer.status !== 201) throw new Error(`A submission answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}
