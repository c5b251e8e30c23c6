/**
 * `npm run capacity -- --data FOLDER` computes what a site of a million to a billion memes needs, and what breaks first,
 * from what a seeded site on SQLite takes (./guffaw seed) and from the figures that `npm run bench:docs` has kept. Nothing is
 * measured at these sizes: it is arithmetic, with what it assumes printed below it.
 */
import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { processImage } from "../src/images/process.ts";
import { makeJpegs } from "./photographs.ts";
import { readResult, type Result } from "./result.ts";
import { table, whole } from "./table.ts";

const SIZES = [1e6, 1e7, 1e8, 1e9];
const USAGE = `npm run capacity -- --data FOLDER [--memory-gb 64] [--disk-gb 4000] [--result FILE]
--data FOLDER   data folder of a seeded site on SQLite: the more memes, the better
--memory-gb N   memory of the database server
--disk-gb N     disk of the database server
--result FILE   figures of the benchmark (docs/performance.json)`;

/** Ids that the database generates are below this. */
const MAX_SERIAL = 2 ** 31;
const SERIAL = ["comments", "notifications", "reports", "acts"];
/** Assumed: one page of 1,000 names takes an S3 server this long. */
const LIST_SECONDS = 0.1;
/** Original, display, thumbnail, and later small, preview and two as AVIF. */
const FILES_A_MEME = 7;
const DAY = 86_400;

interface Costs {
  memes: number;
  /** For each meme, with everything that belongs to it. */
  databaseBytes: number;
  indexBytes: number;
  pictureBytes: number;
  rows: number;
  serials: Record<string, number>;
  /** Rows that a backup reads in a second of CPU time. */
  rowsPerSecond: number;
}

/** The number of memes at which something no longer works as it did, and what to do. */
interface Limit {
  memes: number;
  what: string;
  remedy: string;
}

function countMemes(file: string): number {
  using database = new Database(file, { readonly: true });
  return (database.query("select count(*) as count from memes").get() as { count: number }).count;
}

function measureDatabase(file: string): Omit<Costs, "pictureBytes"> {
  using database = new Database(file, { readonly: true });
  const one = (sql: string) => Object.values(database.query(sql).get() as Record<string, number>)[0]!;
  const count = (name: string) => one(`select count(*) from "${name}"`);
  const memes = count("memes");
  const tables = database
    .query("select name from sqlite_schema where type = 'table' and sql is not null and sql not like 'create virtual%'")
    .all() as { name: string }[];
  const all = tables.map(({ name }) => [name, count(name)] as const);
  const used = one("select sum(pgsize) from dbstat");
  const indexes = one(
    "select sum(pgsize) from dbstat where name in (select name from sqlite_schema where type = 'index')",
  );
  const startedAt = process.cpuUsage();
  const read = database.query("select * from memes limit 20000").all();
  JSON.stringify(read);
  const { user, system } = process.cpuUsage(startedAt);
  return {
    memes,
    databaseBytes: used / memes,
    indexBytes: indexes / memes,
    rows: all.reduce((sum, [, rows]) => sum + rows, 0) / memes,
    serials: Object.fromEntries(
      all.filter(([name]) => SERIAL.includes(name)).map(([name, rows]) => [name, rows / memes]),
    ),
    rowsPerSecond: read.length / ((user + system) / 1e6),
  };
}

/** What the upload stores of a photograph of one megapixel. */
async function measurePictures(): Promise<number> {
  const sizes: number[] = [];
  for (const jpeg of await makeJpegs(3)) sizes.push(bytesIn(await processImage(jpeg)));
  return sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
}

/** All files, wherever they are in the answer. */
function bytesIn(value: unknown): number {
  if (value instanceof Uint8Array) return value.length;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, one) => sum + bytesIn(one), 0);
}

function limitsOf(costs: Costs, { memoryGb, diskGb }: { memoryGb: number; diskGb: number }): Limit[] {
  const [serial, perMeme] = Object.entries(costs.serials).toSorted(([, a], [, b]) => b - a)[0] ?? ["comments", 0];
  return [
    {
      memes: (memoryGb * 1e9) / costs.indexBytes,
      what: `the indexes no longer fit into ${memoryGb} GB of memory: even draws wait for the disk`,
      remedy: "more memory, read replicas, then PostgreSQL's partitions by age of the meme",
    },
    {
      memes: (diskGb * 1e9) / costs.databaseBytes,
      what: `the database fills a disk of ${diskGb} GB`,
      remedy: "a larger disk; old ratings and notifications in tables of their own, on cheaper storage",
    },
    {
      memes: (DAY * costs.rowsPerSecond) / costs.rows,
      what: "a backup by rows takes longer than a day",
      remedy: "PostgreSQL's own base backups and WAL archive; versions in the bucket for the pictures",
    },
    {
      memes: (DAY * 1000) / LIST_SECONDS / FILES_A_MEME,
      what: "the sweep needs more than a day to list all picture files",
      remedy: "the bucket's inventory, or a rule by prefix",
    },
    {
      memes: MAX_SERIAL / Math.max(perMeme, 1e-9),
      what: `the ids of ${serial} reach 2^31`,
      remedy: "a migration to 64-bit ids, which the API's numbers allow up to 2^53",
    },
  ].toSorted((a, b) => a.memes - b.memes);
}

const amount = (bytes: number) => (bytes < 1e12 ? `${whole(bytes / 1e9)} GB` : `${(bytes / 1e12).toFixed(1)} TB`);
const rounded = (memes: number) =>
  `${(memes / 10 ** Math.floor(Math.log10(memes))).toFixed(1)} × 10^${Math.floor(Math.log10(memes))}`;

function sizesTable(costs: Costs): string {
  return table([
    ["memes", "rows", "database", "indexes in it", "pictures", "picture files"],
    ...SIZES.map((memes) => [
      whole(memes),
      whole(memes * costs.rows),
      amount(memes * costs.databaseBytes),
      amount(memes * costs.indexBytes),
      amount(memes * costs.pictureBytes),
      whole(memes * FILES_A_MEME),
    ]),
  ]);
}

/** Requests that one core can answer in a second, by the last run on each database. */
function speedTable(result: Result): string {
  const named = [
    "meme by id, Zipf",
    "meme by id, even",
    "recents, one page",
    "page of a meme",
    "PUT rate",
    "submit, 1 MP JPEG",
  ];
  const perSecond = (kind: "sqlite" | "postgres", name: string) => {
    const figure = result[kind]?.content.figures.find((one) => one.name === name);
    const cpu = figure?.load?.cpu ?? (figure?.unit === "µs" ? figure.value.median : undefined);
    return cpu === undefined ? "–" : whole(1e6 / cpu);
  };
  return table([
    ["requests a second and core", "SQLite", "PostgreSQL (our server)"],
    ...named.map((name) => [name, perSecond("sqlite", name), perSecond("postgres", name)]),
  ]);
}

const FLAGS = {
  data: { type: "string" },
  "memory-gb": { type: "string", default: "64" },
  "disk-gb": { type: "string", default: "4000" },
  result: { type: "string", default: join(import.meta.dir, "../docs/performance.json") },
  help: { type: "boolean" },
} as const;

const { values } = parseArgs({ options: FLAGS });
const file = join(values.data ?? "", "guffaw.db");
const [memoryGb, diskGb] = [Number(values["memory-gb"]), Number(values["disk-gb"])];
if (values.help || values.data === undefined || !existsSync(file) || !(memoryGb > 0) || !(diskGb > 0)) {
  console.error(USAGE);
  process.exit(values.help ? 0 : 2);
}
if (countMemes(file) === 0) {
  console.error("There are no memes in this site: fill it with ./guffaw seed first.");
  process.exit(2);
}
const costs: Costs = { ...measureDatabase(file), pictureBytes: await measurePictures() };
const memory = (await readResult(values.result)).sqlite?.content.figures.find(({ unit }) => unit === "MB")?.value
  .median;
console.log(`Measured on ${whole(costs.memes)} memes: ${whole(costs.databaseBytes)} bytes of database for each (${whole(costs.indexBytes)} of them in indexes), ${costs.rows.toFixed(1)} rows; ${whole(costs.pictureBytes / 1000)} KB of files for a photograph of one megapixel.
After the benchmark, a server process held ${memory === undefined ? "–" : whole(memory)} MB. GUFFAW_CACHE_MB bounds what it keeps, whatever the size of the site.

${sizesTable(costs)}

${speedTable(await readResult(values.result))}

What breaks first:
${limitsOf(costs, { memoryGb, diskGb })
  .map(({ memes, what, remedy }) => `  at ${rounded(memes)} memes ${what}.\n      → ${remedy}`)
  .join("\n")}

Assumed: people rate and comment as the seed does; SQLite's bytes stand for PostgreSQL's, which takes more; an S3 server lists 1,000 names in ${LIST_SECONDS} s; ${FILES_A_MEME} files for each picture; a backup reads ${whole(costs.rowsPerSecond)} rows a second (CPU time of reading and writing JSON here, without the disk).`);
process.exit(0);
