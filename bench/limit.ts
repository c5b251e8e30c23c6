// How close to a bare server anything can come that answers with one of many memes: see by-hand.ts.
import { join } from "node:path";

import { compare, comparisonTable } from "./compare.ts";
import type { Verdict } from "./figure.ts";
import { MEMES, say } from "./main-table.ts";
import { Subject } from "./measure.ts";
import type { Options } from "./options.ts";
import { saveResult, type ComparedRow } from "./result.ts";
import type { Running } from "./site.ts";
import { whole } from "./table.ts";
import { idOf } from "./zipf.ts";

const CONNECTIONS = 32;
/** Of an average meme. */
const BYTES = 1255;
const KINDS = { bare: "one answer", spread: "one of many", "by hand": "all by hand" };
const DRAWS = { zipf: "meme by id, Zipf", evenly: "meme by id, even" } as const;

export async function runLimit({ timing, memes = MEMES, out }: Options): Promise<Verdict[]> {
  await using stack = new AsyncDisposableStack();
  say(`preparing ${whole(memes)} answers for each server`);
  const requests = Array.from({ length: memes }, (_, i) => `GET /v1/meme/${idOf(i)}`);
  const servers = [];
  for (const kind of Object.keys(KINDS)) servers.push({ kind, ...stack.use(await open(kind, memes)) });
  const rows: ComparedRow[] = [];
  for (const [draw, name] of Object.entries(DRAWS) as [keyof typeof DRAWS, string][]) {
    say(name);
    const load = { headers: { Authorization: "gfw_benchmark" }, status: 200, draw, connections: CONNECTIONS };
    const subjects: Subject[] = [];
    for (const { kind, ...server } of servers)
      subjects.push(stack.use(await Subject.open(kind, server, requests, load)));
    rows.push(await compare(name, subjects, timing));
  }
  const content = { memes, servers: Object.values(KINDS), rows };
  console.log(comparisonTable(content));
  await saveResult(out, "limit", content);
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
    ready.promise.catch(() => {});
    child.kill();
    await child.exited;
  };
  return { port, pid: child.pid, [Symbol.asyncDispose]: end };
}
