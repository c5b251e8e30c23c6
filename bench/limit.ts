// How close to a bare server anything can come that answers one of many memes: see by-hand.ts.
import { join } from "node:path";

import type { Verdict } from "./figure.ts";
import { MEMES, say } from "./main-table.ts";
import { Subject } from "./measure.ts";
import type { Options } from "./options.ts";
import type { Running } from "./site.ts";
import { median } from "./statistics.ts";
import { table, whole } from "./table.ts";
import { idOf } from "./zipf.ts";

const CONNECTIONS = 32;
const BYTES = 1255;
const KINDS = [
  ["bare", "the same answer every time"],
  ["spread", "one of many answers, all in memory"],
  ["by hand", "and key, limit, ETag, seven headers, log"],
] as const;
const DRAWS = ["zipf", "evenly"] as const;

export async function runLimit({ timing, memes = MEMES }: Options): Promise<Verdict[]> {
  await using stack = new AsyncDisposableStack();
  const requests = Array.from({ length: memes }, (_, i) => `GET /v1/meme/${idOf(i)}`);
  const rows: string[][] = [];
  for (const draw of DRAWS) {
    say(`${whole(memes)} answers, drawn ${draw}`);
    const subjects: { name: string; subject: Subject; cpu: number[] }[] = [];
    for (const [kind, name] of KINDS) {
      const server = stack.use(await open(kind, memes));
      const load = { headers: { Authorization: "gfw_benchmark" }, status: 200, draw, connections: CONNECTIONS };
      const subject = stack.use(await Subject.open(kind, server, requests, load));
      await subject.warmUp(timing.warmUp);
      subjects.push({ name, subject, cpu: [] });
    }
    for (let round = 0; round < timing.rounds; round++)
      for (const { subject, cpu } of subjects) cpu.push((await subject.round(timing.seconds)).cpu);
    const bare = median(subjects[0]!.cpu);
    for (const { name, cpu } of subjects)
      rows.push([draw, name, `${median(cpu).toFixed(1)} µs`, `${(median(cpu) / bare).toFixed(2)} ×`]);
  }
  console.log(table([["drawn", "a server written by hand", "CPU", "× bare"], ...rows]));
  return [];
}

async function open(kind: string, memes: number): Promise<Running & AsyncDisposable> {
  const ready = Promise.withResolvers<number>();
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "by-hand.ts"), kind, String(memes), String(BYTES)], {
    stdout: "inherit",
    stderr: "inherit",
    ipc: (port: number) => ready.resolve(port),
    onExit: () => ready.reject(new Error("The server written by hand has ended.")),
  });
  const port = await ready.promise;
  const end = async () => {
    child.kill();
    await child.exited;
  };
  return { port, pid: child.pid, [Symbol.asyncDispose]: end };
}
