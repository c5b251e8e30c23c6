/**
 * The benchmark: the real server, set up as in production, under real HTTP load.
 *
 *     npm run bench                              100,000 memes on SQLite
 *     npm run bench -- --compare 1000000         both sizes, and how much slower the larger one is
 *     npm run bench -- --overload                at four times the capacity: how much is served, how fast, how much is refused
 *     npm run bench -- --database postgres       on PostgreSQL: at GUFFAW_BENCH_DATABASE_URL, or one that it starts itself
 *
 *     --memes N      size of the site; accounts, ratings and comments grow with it
 *     --seconds N    length of each round (3)        --rounds N   rounds for each figure (3); the median counts
 *     --only NAME    one route                       --fresh      seed again instead of reusing the last run's data
 *
 * Each route alternates in short rounds with a bare Bun.serve that returns as many bytes (bare.ts), because machines are
 * noisy: the ratio compares two rounds that ran back to back. wrk makes the load if it is installed, otherwise our own
 * client (load.ts), over 32 connections, or one for lists.
 * Lists are measured one request at a time: what counts is how long a request takes, and that a page far down the list
 * costs no more than the first.
 * "CPU µs" is the server's own CPU time per request: it stays meaningful while others use the machine.
 * Seeded sites stay in bench/.work. The exit code is 1 if a target is missed.
 */
import { parseArgs } from "node:util";

import type { Case } from "./case.ts";
import { CASES, prepare } from "./cases.ts";
import { measure, WRK, type Measured } from "./load.ts";
import { measureOverload, missedBy, overloadTable, OVERLOADS, type Overloaded } from "./overload.ts";
import { openPostgresServer } from "./postgres.ts";
import { openBare, openSite, type Site } from "./site.ts";
import { bar, median, ms, table, whole } from "./table.ts";

const MAX_MEMORY = 200e6;
const MAX_SLOWER = 1.3;
const WARM_UP_SECONDS = 1;

const { values: options } = parseArgs({
  options: {
    memes: { type: "string", default: "100000" },
    compare: { type: "string" },
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "3" },
    database: { type: "string", default: "sqlite" },
    only: { type: "string" },
    fresh: { type: "boolean", default: false },
    overload: { type: "boolean", default: false },
  },
});

interface Figures {
  one: Case;
  bytes: number;
  /** Undefined for lists. */
  bare: Measured | undefined;
  /** One for each size of site. */
  ours: (Measured & { ratio: number })[];
}

const middle = (rounds: Measured[]): Measured => ({
  perSecond: median(rounds.map((r) => r.perSecond)),
  p50: median(rounds.map((r) => r.p50)),
  p99: median(rounds.map((r) => r.p99)),
  cpu: median(rounds.map((r) => r.cpu)),
});

async function measureCase(one: Case, sites: readonly Site[], watch: () => Promise<void>): Promise<Figures> {
  const prepared = await Promise.all(sites.map((site) => prepare(one, site)));
  const { status, bytes } = prepared[0]!;
  await using bare = one.list ? undefined : await openBare(status, bytes);
  const targetOf = ({ port, pid }: { port: number; pid: number }, i: number) => ({
    ...prepared[i]!,
    port,
    pid,
    connections: one.connections,
  });
  const targets = [...sites.map(targetOf), ...(bare ? [targetOf(bare, 0)] : [])];
  for (const target of targets) await measure({ ...target, seconds: WARM_UP_SECONDS });
  const rounds: Measured[][] = [];
  for (let round = 0; round < Number(options.rounds); round++) {
    const measured: Measured[] = [];
    for (const target of targets) measured.push(await measure({ ...target, seconds: Number(options.seconds) }));
    rounds.push(measured);
    await watch();
  }
  const last = sites.length;
  const ratioOf = (round: Measured[], i: number) => (bare ? round[i]!.perSecond / round[last]!.perSecond : 0);
  const ours = sites.map((_, i) => ({
    ...middle(rounds.map((round) => round[i]!)),
    ratio: median(rounds.map((round) => ratioOf(round, i))),
  }));
  return { one, bytes, bare: bare && middle(rounds.map((round) => round[last]!)), ours };
}

let missed = 0;
function verdict(ok: boolean): string {
  if (!ok) missed++;
  return ok ? "ok" : "MISSED";
}

function judge({ ratio, p50 }: Case, measured: Measured & { ratio: number }): [target: string, verdict: string] {
  if (ratio !== undefined) return [`≥ ${ratio.toFixed(2)} of bare`, verdict(measured.ratio >= ratio)];
  if (p50 !== undefined) return [`< ${p50} ms`, verdict(measured.p50 < p50)];
  return ["", ""];
}

function mainTable(figures: Figures[]): string {
  const head = ["", "bytes", "req/s", "bare", "ratio", "", "p50 ms", "p99 ms", "CPU µs", "bare", "target", ""];
  const rows = figures.map(({ one, bytes, bare, ours: [first] }) => [
    one.name,
    whole(bytes),
    whole(first!.perSecond),
    whole(bare!.perSecond),
    first!.ratio.toFixed(2),
    bar(first!.ratio, 20),
    ms(first!.p50),
    ms(first!.p99),
    first!.cpu.toFixed(0),
    bare!.cpu.toFixed(0),
    ...judge(one, first!),
  ]);
  return table([head, ...rows]);
}

function listTable(figures: Figures[]): string {
  const head = ["lists", "bytes", "p50 ms", "p99 ms", "to page 1", "CPU µs", "target", ""];
  const rows = figures.map(({ one, bytes, ours: [first] }) => {
    const pageOne = figures.find((other) => other.one.name === one.pageOne)?.ours[0];
    return [
      one.name,
      whole(bytes),
      ms(first!.p50),
      ms(first!.p99),
      pageOne ? `${(first!.p50 / pageOne.p50).toFixed(2)} ×` : "",
      first!.cpu.toFixed(0),
      ...judge(one, first!),
    ];
  });
  return table([head, ...rows]);
}

/** Compares latency for one request at a time, and throughput under load. */
function slowdown({ one, ours: [small, large] }: Figures): number {
  return one.connections === 1 ? large!.p50 / small!.p50 : small!.ratio / large!.ratio;
}

function compareTable(figures: Figures[], [small, large]: readonly Site[]): string {
  const head = [
    "",
    `req/s at ${whole(small!.memes)}`,
    `at ${whole(large!.memes)}`,
    "p50 ms",
    "p50 ms",
    "slower",
    "target",
    "",
  ];
  const rows = figures.map((one) => {
    const [first, second] = one.ours;
    const times = slowdown(one);
    return [
      one.one.name,
      whole(first!.perSecond),
      whole(second!.perSecond),
      ms(first!.p50),
      ms(second!.p50),
      `${times.toFixed(2)} ×`,
      ...(one.one.list ? judge(one.one, second!) : [`≤ ${MAX_SLOWER} ×`, verdict(times <= MAX_SLOWER)]),
    ];
  });
  return table([head, ...rows]);
}

async function memoryTable(sites: readonly Site[], seen: Map<Site, number[]>): Promise<string> {
  const rows = [["memory in MB", "median", "most", "target", ""]];
  for (const site of sites) {
    const { most } = await site.memory();
    const [usual, worst] = [median(seen.get(site)!) / 1e6, most / 1e6];
    const target = `< ${MAX_MEMORY / 1e6}`;
    rows.push([`${whole(site.memes)} memes`, usual.toFixed(0), worst.toFixed(0), target, verdict(most < MAX_MEMORY)]);
  }
  return table(rows);
}

async function openSites(opened: AsyncDisposableStack): Promise<Site[]> {
  const postgres = options.database === "postgres" ? opened.use(await openPostgresServer()) : undefined;
  const fresh = options.fresh || postgres?.empty === true;
  const sites: Site[] = [];
  for (const memes of [options.memes, options.compare].filter((size) => size !== undefined).map(Number)) {
    const postgresUrl = await postgres?.databaseFor(memes, fresh);
    sites.push(opened.use(await openSite({ memes, postgresUrl, fresh })));
  }
  return sites;
}

await using opened = new AsyncDisposableStack();
const sites = await openSites(opened);
const seen = new Map<Site, number[]>(sites.map((site) => [site, []]));
const watch = async () => {
  for (const site of sites) seen.get(site)!.push((await site.memory()).now);
};
const by = WRK ? "wrk" : "our own client (install wrk for better figures)";
console.log(`${whole(sites[0]!.memes)} memes on ${options.database}, measured with ${by}\n`);

async function everyRoute() {
  const figures: Figures[] = [];
  for (const one of CASES.filter(wanted)) {
    process.stderr.write(`measuring ${one.name}…\n`);
    figures.push(await measureCase(one, sites, watch));
  }
  const [lists, others] = [figures.filter(({ one }) => one.list), figures.filter(({ one }) => !one.list)];
  if (others.length > 0) console.log(`${mainTable(others)}\n`);
  if (lists.length > 0) console.log(`${listTable(lists)}\n`);
  if (sites.length > 1) console.log(`${compareTable(figures, sites)}\n`);
  console.log(await memoryTable(sites, seen));
}

async function overload(site: Site) {
  const rows: Overloaded[] = [];
  for (const one of OVERLOADS.filter(wanted)) {
    process.stderr.write(`flooding with ${one.name}…\n`);
    rows.push(await measureOverload(one, site, Number(options.seconds)));
    missed += missedBy(rows.at(-1)!) ? 1 : 0;
  }
  console.log(overloadTable(rows));
}

const wanted = ({ name }: { name: string }) => !options.only || name === options.only;
await (options.overload ? overload(sites[0]!) : everyRoute());
if (missed > 0) console.log(`\n${missed} ${missed === 1 ? "target was" : "targets were"} missed.`);
process.exitCode = missed > 0 ? 1 : 0;
