/**
 * What the server does at four times its capacity: `npm run bench -- --overload`.
 *
 * Peak goodput is what 16 connections get if each sends a request as soon as the last is answered. Then requests leave at
 * four times that rate, over as many connections as it takes, and ignore Retry-After.
 */
import { join } from "node:path";

import { flood, type Flood, type Flooded } from "./flood.ts";
import { cpuOf, WORK, type Site } from "./site.ts";
import { median, ms, table, whole } from "./table.ts";

const TIMES = 4;
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
  peak: Flooded;
  flooded: Flooded;
  /** The server's CPU time per served request, in microseconds: the figure that a busy machine distorts least. */
  cpuAtPeak: number;
  cpuFlooded: number;
  slowestHealth: number;
}

export async function measureOverload(one: OverloadCase, site: Site, seconds: number): Promise<Overloaded> {
  const pathsFile = join(WORK, `overload-${one.name.replaceAll(/\W+/g, "-")}.paths`);
  await Bun.write(pathsFile, `${(await one.paths(site)).join("\n")}\n`);
  const headers: Record<string, string> = one.asGuest ? {} : { Authorization: site.key };
  const target = { port: site.port, method: one.method, pathsFile, headers };
  const atPeak = { ...target, connections: PEAK_CONNECTIONS };
  await flood({ ...atPeak, seconds: WARM_UP_SECONDS });
  const [before, cpuAtPeak] = await floodAndWatch(site, { ...atPeak, seconds });
  const health = watchHealth(site.port);
  const rate = before.served * TIMES;
  const [flooded, cpuFlooded] = await floodAndWatch(site, { ...target, connections: one.connections, seconds, rate });
  const slowestHealth = await health.stop();
  // Measure the peak again and take the median, because machines are noisy.
  const after = await flood({ ...atPeak, seconds });
  const peak = { ...before, served: median([before.served, after.served]) };
  return { name: one.name, peak, flooded, cpuAtPeak, cpuFlooded, slowestHealth };
}

async function floodAndWatch(site: Site, options: Flood): Promise<[Flooded, cpu: number]> {
  const before = await cpuOf(site.pid);
  const flooded = await flood(options);
  return [flooded, (((await cpuOf(site.pid)) - before) / (flooded.served * options.seconds)) * 1e6];
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

/** Undefined if every target was met. */
export function missedBy({ peak, flooded, slowestHealth }: Overloaded): string | undefined {
  const missed = [
    flooded.p99 >= MAX_P99 && "p99",
    flooded.served < Math.min(peak.served, flooded.sent) * MIN_GOODPUT && "goodput",
    slowestHealth >= MAX_HEALTH && "/healthz",
    flooded.failed > 0 && "failures",
  ].filter(Boolean);
  return missed.length > 0 ? missed.join(", ") : undefined;
}

export function overloadTable(rows: readonly Overloaded[]): string {
  const head = [
    [
      "4 × capacity",
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
