// How close to a bare server anything can come that answers with one of many memes: see by-hand.ts.
import { Database } from "bun:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { compare, comparisonTable } from "./compare.ts";
import type { Verdict } from "./figure.ts";
import { MEMES, say } from "./main-table.ts";
import { Subject, type Timing } from "./measure.ts";
import type { Options } from "./options.ts";
import { saveResult, type ComparedRow } from "./result.ts";
import type { Running } from "./site.ts";
import { etagOf, idOf } from "./zipf.ts";

const CONNECTIONS = 32;
const KINDS = { bare: "one answer", spread: "one of many", "by hand": "all by hand" };
/** Of an average meme, and of the statistics. */
const MEME_BYTES = 1410;
const STATS_BYTES = 75;
const REVALIDATED = 100;

interface LimitRow {
  name: string;
  /** Answers that each server has, and their length. */
  answers: number;
  bytes: number;
  status: 200 | 304;
  draw: "zipf" | "evenly";
}

const rowsOf = (memes: number): LimitRow[] => [
  { name: "meme by id, Zipf", answers: memes, bytes: MEME_BYTES, status: 200, draw: "zipf" },
  { name: "meme by id, even", answers: memes, bytes: MEME_BYTES, status: 200, draw: "evenly" },
  { name: "stats", answers: 1, bytes: STATS_BYTES, status: 200, draw: "evenly" },
  { name: "not modified (304)", answers: REVALIDATED, bytes: MEME_BYTES, status: 304, draw: "evenly" },
];

export async function runLimit({ timing, memes = MEMES, out }: Options): Promise<Verdict[]> {
  const rows: ComparedRow[] = [];
  for (const row of rowsOf(memes)) {
    say(row.name);
    rows.push(await measure(row, timing));
  }
  const content = { memes, servers: Object.values(KINDS), rows };
  console.log(comparisonTable(content));
  await saveResult(out, "limit", content);
  return [];
}

async function measure({ name, answers, bytes, status, draw }: LimitRow, timing: Timing): Promise<ComparedRow> {
  await using stack = new AsyncDisposableStack();
  const requests = Array.from({ length: answers }, (_, i) => requestFor(idOf(i), status));
  const load = { headers: { Authorization: "gfw_benchmark" }, status, draw, connections: CONNECTIONS };
  const subjects: Subject[] = [];
  for (const kind of Object.keys(KINDS)) {
    const server = stack.use(await open(kind, { answers, bytes, status }));
    subjects.push(stack.use(await Subject.open(kind, server, requests, load)));
  }
  return await compare(name, subjects, timing);
}

const requestFor = (id: string, status: number) =>
  status === 304 ? `GET /v1/meme/${id}\tIf-None-Match: ${etagOf(id)}` : `GET /v1/meme/${id}`;

async function open(
  kind: string,
  { answers, bytes, status }: Pick<LimitRow, "answers" | "bytes" | "status">,
): Promise<Running & AsyncDisposable> {
  await using opened = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "guffaw-limit-"));
  opened.defer(() => rmSync(folder, { recursive: true }));
  // Open for as long as the server, like a second process that may write.
  const database = opened.use(new Database(join(folder, "some.db"), { create: true }));
  database.run("pragma journal_mode = wal");
  database.run("create table memes (id text)");
  const ready = Promise.withResolvers<number>();
  const told = [kind, database.filename, ...[answers, bytes, status].map(String)];
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "by-hand.ts"), ...told], {
    stdout: "inherit",
    stderr: "inherit",
    ipc: (port: number) => ready.resolve(port),
    onExit: () => ready.reject(new Error("The server written by hand has ended.")),
  });
  opened.defer(async () => {
    child.kill();
    await child.exited;
  });
  const port = await ready.promise;
  const running = opened.move();
  return { port, pid: child.pid, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
