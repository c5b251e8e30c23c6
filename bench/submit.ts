// Submitting photographs of one megapixel, and how long everybody else waits meanwhile.
import { MAKE_RENDITIONS } from "../src/core/memes/make-renditions.ts";
import type { Bare } from "./bare.ts";
import { figureOf, type Figure } from "./figure.ts";
import type { Timing } from "./measure.ts";
import { cpuFigure, measureSlow, roundSeconds, type Slow, waitFigure } from "./one-at-a-time.ts";
import { makeJpegs } from "./photographs.ts";
import { cpuOf } from "./processes.ts";
import type { Site } from "./site.ts";

/** Nobody submits faster than this. */
const MAX_PER_SECOND = 20;
const WARM_UP = 4;

type Jpeg = Uint8Array<ArrayBuffer>;

export async function measureSubmit(site: Site, bare: Bare, timing: Timing): Promise<Figure[]> {
  const jpegs = await makeJpegs(WARM_UP + Math.ceil(roundSeconds(timing) * MAX_PER_SECOND) * timing.rounds);
  for (const jpeg of jpegs.splice(0, WARM_UP)) await submit(site, jpeg);
  await cpuUntilRendered(site);
  const slow: Slow = {
    name: "submit, 1 MP JPEG",
    maxCpu: 150_000,
    wait: "longest wait meanwhile",
    send: () => submit(site, jpegs.pop()!),
    settle: () => cpuUntilRendered(site),
  };
  const rounds = await measureSlow(site, bare, timing, slow);
  const later = figureOf(
    { name: "its other sizes, later", database: site.kind, target: { unit: "µs" }, noisy: false },
    rounds.map((round) => round.later),
  );
  return [cpuFigure(site, slow, rounds), later, waitFigure(site, slow, rounds)];
}

/** Waits for the job that makes the other renditions. In microseconds. */
export async function cpuUntilRendered({ pid, database: { db } }: Site): Promise<number> {
  const before = cpuOf(pid);
  const waiting = db.selectFrom("jobs").select("subject").where("kind", "=", MAKE_RENDITIONS).limit(1);
  while (await waiting.executeTakeFirst()) await Bun.sleep(100);
  return (cpuOf(pid) - before) * 1e6;
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
