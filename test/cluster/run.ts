// `npm run test:cluster` runs a site on three nodes, kills and freezes each of its parts in turn while people use it,
// and compares what it acknowledged with what is there. Needs Debian's haproxy, and redis-server or valkey-server.
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { count, seconds } from "../faults/check.ts";
import { compareAll } from "../faults/journal.ts";
import { leftTable } from "../run-checks.ts";
import { startCluster, type Cluster } from "./cluster.ts";
import { EVENTS, inTurn, randomFrom, type Event, type Random } from "./events.ts";
import { FreshnessWatch } from "./freshness.ts";
import { Load } from "./load.ts";
import { faultsIn, rowsOf, type Round } from "./report.ts";
import { DEADLINES, Tally } from "./tally.ts";
import { writeDocs } from "./write-docs.ts";

const startedAt = performance.now();
const say = (what: string) =>
  console.error(`  ${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${what}`);

/** Exits with a sentence if a program is missing. */
function requirePrograms() {
  const valkey = Bun.which("valkey-server") ?? Bun.which("redis-server");
  const missing = [...(Bun.which("haproxy") ? [] : ["haproxy"]), ...(valkey ? [] : ["redis-server"])];
  if (process.platform !== "linux") exit("This test finds processes in /proc, so it needs Linux.");
  if (missing.length) exit(`This test needs ${missing.join(" and ")}: apt-get install ${missing.join(" ")}.`);
}

function exit(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}

const USAGE = `npm run test:cluster -- [--rounds N] [--seed N] [--only EVENT] [--docs]
Events: ${EVENTS.map(({ name }) => name).join(", ")}`;

function readOptions() {
  const options = {
    rounds: { type: "string" },
    seed: { type: "string" },
    only: { type: "string" },
    docs: { type: "boolean" },
  } as const;
  try {
    const { rounds, seed, only, docs = false } = parseArgs({ options }).values;
    const events = EVENTS.filter(({ name }) => only === undefined || name === only);
    if (events.length === 0) throw new Error(`There is no event ${only}.`);
    return {
      events,
      rounds: numberFrom(rounds) ?? events.length,
      seed: numberFrom(seed) ?? 1 + Math.floor(Math.random() * 1e6),
      docs,
    };
  } catch (error) {
    return exit(`${(error as Error).message}\n${USAGE}`);
  }
}

function numberFrom(text: string | undefined): number | undefined {
  if (text !== undefined && !/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${text} is not a number from 1 on.`);
  return text === undefined ? undefined : Number(text);
}

interface Watched {
  cluster: Cluster;
  load: Load;
  freshness: FreshnessWatch;
}

async function playRound(event: Event, { cluster, load, freshness }: Watched, random: Random): Promise<Round> {
  const { site, failover } = cluster;
  const tally = (site.tally = new Tally());
  const staleBefore = freshness.stale.length;
  const promotionsBefore = failover.promotions.length;
  await event.run(cluster, random);
  const promotedAt = failover.promotions[promotionsBefore];
  const writesBackMs = promotedAt === undefined ? undefined : await tally.nextWrite(promotedAt);
  await cluster.isWhole();
  if (!(await load.allWrite())) tally.wrong.push("a writer had no success within 30 s of the end");
  const lost = await compareAll(load.writers);
  say(`the longest request was ${tally.longest.what}, ${seconds(tally.longest.ms)}`);
  const stale = freshness.stale.slice(staleBefore);
  return { what: event.name, isGentle: event.isGentle ?? false, tally, writesBackMs, lost, stale };
}

interface Outcome {
  played: Round[];
  /** Answers of single nodes about what had changed. */
  asked: number;
  /** What the site's own check of counters and files finds at the end. */
  unsound: string[];
}

async function play(logs: string, { events, rounds, seed }: ReturnType<typeof readOptions>): Promise<Outcome> {
  const random = randomFrom(seed);
  await using cluster = await startCluster(logs, say);
  say("the cluster is up");
  const origins = cluster.nodes.map(({ origin }) => origin);
  const played: Round[] = [];
  let asked = 0;
  {
    await using load = new Load(cluster.site);
    await using freshness = new FreshnessWatch(cluster.site, origins, cluster.keys);
    await load.allWrite();
    for (const event of inTurn(events, random)) {
      if (played.length === rounds) break;
      say(`round ${played.length + 1}: ${event.name}`);
      played.push(await playRound(event, { cluster, load, freshness }, random));
    }
    asked = freshness.asked;
  }
  return { played, asked, unsound: await cluster.site.isSound() };
}

requirePrograms();
const options = readOptions();
const { rounds, seed, docs } = options;
const logs = await mkdtemp(join(tmpdir(), "guffaw-cluster-logs-"));
console.log(`${rounds} rounds, seed ${seed}. Deadlines: ${DEADLINES}.`);
const faults: string[] = [];
try {
  const { played, asked, unsound } = await play(logs, options);
  console.log(`\n${leftTable(rowsOf(played))}\n`);
  faults.push(...faultsIn(played), ...unsound);
  console.log(`${count(asked, "answer")} of single nodes about what had just been revoked, hidden, shown or deleted.`);
  if (docs && faults.length === 0) await writeDocs(played);
} catch (error) {
  faults.push(`It could not finish: ${error instanceof Error ? error.message : String(error)}`);
}
for (const fault of faults) console.log(fault);
if (faults.length) console.log(`\nFailed with seed ${seed}. The logs of all parts are in ${logs}.`);
else {
  rmSync(logs, { recursive: true });
  console.log("All is well.");
}
process.exit(faults.length ? 1 : 0);
