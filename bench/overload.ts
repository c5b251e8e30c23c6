/**
 * What the server does at four times its capacity: `npm run bench -- --overload`.
 *
 * Peak goodput is what 16 connections get if each sends a request as soon as the last is answered. Then requests leave at
 * four times that rate, over as many connections as it takes, and ignore Retry-After.
 */
import { rmSync } from "node:fs";

import { openBare } from "./bare.ts";
import { openClient, type Client, type Report, type Run } from "./client.ts";
import type { Verdict } from "./figure.ts";
import { cpuOf } from "./processes.ts";
import type { Options } from "./options.ts";
import { openSite, workFile, type Running, type Site } from "./site.ts";
import { Sites } from "./sites.ts";
import { median } from "./statistics.ts";
import { ms, table, whole } from "./table.ts";

const TIMES = 4;
/** A flood lasts as long as this many rounds. */
const FLOOD_ROUNDS = 3;
const PEAK_CONNECTIONS = 16;
const MAX_P99 = 500;
const MIN_GOODPUT = 0.9;
const MAX_HEALTH = 250;
const PROBE_MS = 50;
const WARM_UP_SECONDS = 3;

interface OverloadCase {
  name: string;
  method: "GET" | "PUT";
  connections: number;
  asGuest?: true;
  paths(site: Site): Promise<string[]>;
}

const memesOf = (site: Site) => site.database.db.selectFrom("memes").where("disabled", "=", 0);

export const OVERLOADS: readonly OverloadCase[] = [
  {
    name: "JSON, one meme",
    method: "GET",
    connections: 400,
    paths: async (site) => (await memesOf(site).select("id").limit(5000).execute()).map(({ id }) => `/v1/meme/${id}`),
  },
  { name: "JSON, a list", method: "GET", connections: 400, paths: async () => ["/v1/meme/recents", "/v1/meme/top"] },
  {
    name: "pages",
    method: "GET",
    connections: 400,
    asGuest: true,
    paths: async (site) => [
      ...Array.from({ length: 20 }, () => "/"),
      ...(await memesOf(site).select("id").limit(20).execute()).map(({ id }) => `/meme/${id}`),
    ],
  },
  {
    name: "writes",
    method: "PUT",
    connections: 1200,
    paths: async (site) => {
      const answer = await fetch(`http://127.0.0.1:${site.port}/api/v1/mymemes`, {
        headers: { Authorization: site.key },
      });
      const memes = (await answer.json()) as { memeid: string }[];
      return memes.map(({ memeid }, i) => `/v1/meme/${memeid}/caption?caption=overload+${i}`);
    },
  },
];

export interface Overloaded {
  name: string;
  /** Requests per second. */
  peak: { served: number };
  flooded: Flooded;
  /** The server's CPU time per served request, in microseconds: the figure that a busy machine distorts least. */
  cpuAtPeak: number;
  cpuFlooded: number;
  /** What a bare server needs for an answer: nobody can refuse for less. */
  cpuOfBare: number;
  slowestHealth: number;
}

interface Flooded extends Pick<Report, "failed" | "p50" | "p99" | "slowest"> {
  /** Per second. */
  sent: number;
  served: number;
  shed: number;
  cpu: number;
}

export async function measureOverload(one: OverloadCase, site: Site, seconds: number): Promise<Overloaded> {
  const requestsFile = workFile();
  await Bun.write(requestsFile, `${(await one.paths(site)).map((path) => `${one.method} ${path}`).join("\n")}\n`);
  const headers: Record<string, string> = one.asGuest ? {} : { Authorization: site.key };
  try {
    await using client = openClient({ port: site.port, requestsFile, headers, draw: "evenly", status: 200 });
    const atPeak = { connections: PEAK_CONNECTIONS, seconds };
    await client.run({ ...atPeak, seconds: WARM_UP_SECONDS });
    const before = await flood(client, site, atPeak);
    const health = watchHealth(site.port);
    const rate = before.served * TIMES;
    const flooded = await flood(client, site, { connections: one.connections, seconds, rate });
    const slowestHealth = await health.stop();
    // Measure the peak again and take the median, because machines are noisy.
    const after = await flood(client, site, atPeak);
    const peak = { served: median([before.served, after.served]) };
    const cpu = { cpuAtPeak: before.cpu, cpuFlooded: flooded.cpu, cpuOfBare: await leastCpu(requestsFile) };
    return { name: one.name, peak, flooded, ...cpu, slowestHealth };
  } finally {
    rmSync(requestsFile, { force: true });
  }
}

async function leastCpu(requestsFile: string): Promise<number> {
  await using bare = await openBare();
  await using client = openClient({ port: bare.port, requestsFile, headers: {}, draw: "evenly", status: 200 });
  const run = { connections: PEAK_CONNECTIONS, seconds: 1 };
  await client.run(run);
  return (await flood(client, bare, run)).cpu;
}

async function flood(client: Client, { pid }: Running, run: Run): Promise<Flooded> {
  const before = cpuOf(pid);
  const { sent, answers, shed, ...rest } = await client.run(run);
  const cpu = ((cpuOf(pid) - before) / answers) * 1e6;
  const { seconds } = run;
  return { ...rest, sent: sent / seconds, served: answers / seconds, shed: shed / seconds, cpu };
}

/** Polls /healthz, as an orchestrator would. */
function watchHealth(port: number) {
  const seen = { slowest: 0, stopped: false };
  const ask = async () => {
    const askedAt = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
    await answer.text();
    if (answer.status !== 200) throw new Error(`/healthz answered ${answer.status}`);
    seen.slowest = Math.max(seen.slowest, performance.now() - askedAt);
    await Bun.sleep(PROBE_MS);
    if (!seen.stopped) await ask();
  };
  const asking = ask();
  return {
    async stop() {
      seen.stopped = true;
      await asking;
      return seen.slowest;
    },
  };
}

/**
 * If answering costs the server less than asking costs the client, the client is the bottleneck: it cannot be served more
 * than it sends. The table says so.
 */
const isClientBound = ({ peak, flooded }: Overloaded) => flooded.shed === 0 && flooded.sent < peak.served * TIMES;

export const overloadVerdict = (row: Overloaded): Verdict => (missedBy(row) ? "missed" : "met");

/** Of the peak, less the time that even a bare server would spend on those it refuses. */
const reachable = ({ peak, flooded, cpuAtPeak, cpuOfBare }: Overloaded) =>
  Math.min(peak.served - (flooded.shed * cpuOfBare) / cpuAtPeak, flooded.sent);

/** Undefined if every target was met. */
export function missedBy(row: Overloaded): string | undefined {
  const { flooded, slowestHealth } = row;
  const missed = [
    flooded.p99 >= MAX_P99 && "p99",
    flooded.served < reachable(row) * MIN_GOODPUT && "goodput",
    slowestHealth >= MAX_HEALTH && "/healthz",
    flooded.failed > 0 && "failures",
  ].filter(Boolean);
  return missed.length > 0 ? missed.join(", ") : undefined;
}

export function overloadTable(rows: readonly Overloaded[]): string {
  const head = [
    [
      "at 4 × its capacity",
      "peak /s",
      "CPU µs",
      "sent /s",
      "goodput /s",
      "of peak",
      "CPU µs",
      "p50 ms",
      "p99 ms",
      "slowest ms",
      "shed",
    ],
    ["failed", "/healthz ms", ""],
  ].flat();
  return table([
    head,
    ...rows.map((row) => [
      row.name,
      whole(row.peak.served),
      whole(row.cpuAtPeak),
      whole(row.flooded.sent),
      whole(row.flooded.served),
      `${Math.round((row.flooded.served / row.peak.served) * 100)} %`,
      whole(row.cpuFlooded),
      ms(row.flooded.p50),
      ms(row.flooded.p99),
      ms(row.flooded.slowest),
      `${Math.round((row.flooded.shed / row.flooded.sent) * 100)} %`,
      whole(row.flooded.failed),
      ms(row.slowestHealth),
      missedBy(row) ? `MISSED: ${missedBy(row)}` : isClientBound(row) ? "ok, client at its limit" : "ok",
    ]),
  ]);
}

const MEMES = 100_000;

export async function runOverload(options: Options): Promise<Verdict[]> {
  const { databases, memes = MEMES, wanted, timing } = options;
  await using sites = new Sites(options.fresh);
  const rows: Overloaded[] = [];
  for (const kind of databases) {
    await using site = await openSite(await sites.options(kind, memes));
    const found: Overloaded[] = [];
    for (const one of OVERLOADS.filter(({ name }) => wanted(name))) {
      process.stderr.write(`flooding ${kind} with ${one.name}\n`);
      found.push(await measureOverload(one, site, timing.seconds * FLOOD_ROUNDS));
    }
    console.log(`${overloadTable(found)}\n`);
    rows.push(...found);
  }
  return rows.map(overloadVerdict);
}
