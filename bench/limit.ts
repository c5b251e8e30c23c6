// How close to a bare server anything can come that does what ours does: see by-hand.ts and rate-by-hand.ts.
import { Database } from "bun:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { openBare } from "./bare.ts";
import { startServer } from "./child-server.ts";
import { collectorTable, measureCollector, telling } from "./collector.ts";
import { compare, comparisonTable } from "./compare.ts";
import type { Verdict } from "./figure.ts";
import { MEMES, say } from "./main-table.ts";
import { askForEach, openSubject, sizeOf, Subject, type Row, type Timing } from "./measure.ts";
import type { Options } from "./options.ts";
import { saveResult, type ComparedRow } from "./result.ts";
import { ROWS } from "./rows.ts";
import { copyOf, openSite, workFile, type Running, type Site } from "./site.ts";
import { WRITES } from "./writes.ts";
import { etagOf, idOf } from "./zipf.ts";

const CONNECTIONS = 32;
const KINDS = { bare: "one answer", spread: "one of many", "by hand": "all by hand" };
const SERVERS = [...Object.values(KINDS), "Guffaw"];
/** Of an average meme, and of the statistics. */
const MEME_BYTES = 1410;
const STATS_BYTES = 75;
const REVALIDATED = 100;
const SOME_REQUESTS = 2000;
/** Collections are rare, so this takes longer than a round. */
const COLLECTOR_ROUNDS = 16;

interface LimitRow {
  /** That of the same row for our server. */
  name: string;
  /** Answers that each server written by hand has, and their length. */
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
const [RATE] = WRITES as [Row];

export async function runLimit({ timing, memes = MEMES, out }: Options): Promise<Verdict[]> {
  const file = workFile();
  await using site = await openSite({ memes, env: telling(file) });
  const rows: ComparedRow[] = [];
  for (const row of rowsOf(memes)) {
    say(row.name);
    rows.push(await measure(row, site, timing));
  }
  say(RATE.name);
  rows.push(await measureRating(site, timing));
  const content = { memes, servers: SERVERS, rows };
  console.log(comparisonTable(content));
  await saveResult(out, "limit", content);
  say("collector");
  await askForEverything(site, timing);
  const collector = await measureCollector(site, file, timing.seconds * COLLECTOR_ROUNDS);
  console.log(`\n${collectorTable(collector)}`);
  await saveResult(out, "collector", collector);
  return [];
}

async function measure(row: LimitRow, site: Site, timing: Timing): Promise<ComparedRow> {
  const { name, answers, bytes, status, draw } = row;
  await using opened = new AsyncDisposableStack();
  const requests = Array.from({ length: answers }, (_, i) => requestFor(idOf(i), status));
  const load = { headers: { Authorization: "gfw_benchmark" }, status, draw, connections: CONNECTIONS };
  const subjects: Subject[] = [];
  for (const kind of Object.keys(KINDS)) {
    const server = opened.use(await open(kind, { answers, bytes, status }));
    subjects.push(opened.use(await Subject.open(kind, server, requests, load)));
  }
  const ours = ROWS.find((one) => one.name === name)!;
  const asked = await ours.requests(site);
  if (draw === "zipf") await askForEach(ours, site, asked);
  subjects.push(opened.use(await openSubject(ours, site, asked)));
  return await compare(name, subjects, timing);
}

/** A bare server, one that does nothing but keep the ratings, and ours. */
async function measureRating(site: Site, timing: Timing): Promise<ComparedRow> {
  await using opened = new AsyncDisposableStack();
  const requests = await RATE.requests(site);
  const bytes = await sizeOf(RATE, site, requests);
  const bare = opened.use(await openBare());
  await bare.answer({ status: 200, bytes });
  const { folder, writers } = opened.use(await copyOf({ memes: site.memes }));
  const users = JSON.stringify(writers.map(({ key, userId }) => [key, userId]));
  const told = [join(folder, "data/guffaw.db"), String(bytes), users];
  const byHand = opened.use(await startServer("rate-by-hand.ts", told));
  const subjects: (Subject | undefined)[] = [];
  for (const server of [bare, undefined, byHand, site])
    subjects.push(server && opened.use(await openSubject(RATE, site, requests, server)));
  return await compare(RATE.name, subjects, timing);
}

/** Functions that nobody needs are discarded, so our server counts them after some requests of each kind. */
async function askForEverything(site: Site, { seconds }: Timing): Promise<void> {
  for (const row of ROWS.filter(({ targets, changes }) => targets[site.kind] && !changes)) {
    await using subject = await openSubject(row, site, await row.requests(site));
    await subject.warmUp({ answers: SOME_REQUESTS, seconds });
  }
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
  const server = opened.use(
    await startServer("by-hand.ts", [kind, database.filename, ...[answers, bytes, status].map(String)]),
  );
  const running = opened.move();
  return { ...server, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
