import { startOwnPostgres, type OwnPostgres } from "../postgres.ts";
import { signalTree } from "../process-tree.ts";
import { until } from "../until.ts";
import { count, seconds, timed, type FaultCheck } from "./check.ts";
import { compareAll, WRITERS, writersOf, type Writer } from "./journal.ts";
import { prepareSite, type Site } from "./site.ts";

const KILLS = 6;
const FREEZES = 2;
const FREEZE_MS = 9000;
const MAX_ANSWER_MS = 5000;
const MAX_HEAL_MS = 2000;
/** The pool's, one for probes, and our own that counts them. */
const MAX_CONNECTIONS = 18;

const skipped = process.platform === "linux" ? undefined : "it finds PostgreSQL's processes in /proc";

async function onPostgres<T>(work: (site: Site, postgres: OwnPostgres, writers: Writer[]) => Promise<T>): Promise<T> {
  const postgres = await startOwnPostgres();
  try {
    await using site = await prepareSite(WRITERS, { GUFFAW_DATABASE_URL: postgres.url });
    await site.start();
    const writers = writersOf(site);
    await compareAll(writers);
    let stopped = false;
    const writing = writers.map((writer) => writer.run(() => stopped));
    try {
      return await work(site, postgres, writers);
    } finally {
      stopped = true;
      await Promise.all(writing);
    }
  } finally {
    await postgres.stop();
  }
}

const acknowledgedBy = (writers: Writer[]) => writers.reduce((sum, { acknowledged }) => sum + acknowledged, 0);

/** Waits until each writer has had an answer again. */
async function untilAllWrite(writers: Writer[]) {
  const before = writers.map(({ acknowledged }) => acknowledged);
  await until(() => writers.every(({ acknowledged }, i) => acknowledged > before[i]!), "Writing on");
}

const answersWell = async (site: Site) =>
  (await site.send(site.accounts[0]!.key, "GET", `/v1/meme/${site.accounts[0]!.meme}`)).status === 200;

export const postgresKilled: FaultCheck = {
  name: "postgres-killed",
  goal: `nothing lost, 503 meanwhile, recovers within ${seconds(MAX_HEAL_MS)} of its return`,
  run: (say) =>
    skipped
      ? Promise.resolve({ skipped })
      : onPostgres(async (site, postgres, writers) => {
          const wrong: string[] = [];
          let slowest = 0;
          for (let kill = 1; kill <= KILLS; kill++) {
            await untilAllWrite(writers);
            await postgres.kill();
            const { status } = await site.send(site.accounts[0]!.key, "GET", "/v1/mymemes");
            if (status !== 503) wrong.push(`${status} while PostgreSQL was dead`);
            if ((await fetch(`${site.origin}/healthz`)).status !== 200) wrong.push("healthz was not 200");
            await postgres.startAgain();
            slowest = Math.max(slowest, (await timed(() => until(() => answersWell(site)))).ms);
            say(`${kill} of ${KILLS} kills, ${acknowledgedBy(writers)} acknowledged`);
          }
          await untilAllWrite(writers);
          return verdict({ site, writers, wrong, slowest, times: count(KILLS, "kill") });
        }),
};

export const postgresFrozen: FaultCheck = {
  name: "postgres-frozen",
  goal: `503 within ${seconds(MAX_ANSWER_MS)}, recovers within ${seconds(MAX_HEAL_MS)}, nothing lost, no connection left over`,
  run: (say) =>
    skipped
      ? Promise.resolve({ skipped })
      : onPostgres(async (site, postgres, writers) => {
          const wrong: string[] = [];
          let [slowest, slowestAnswer] = [0, 0];
          for (let freeze = 1; freeze <= FREEZES; freeze++) {
            await untilAllWrite(writers);
            signalTree(postgres.pid(), "SIGSTOP");
            const thawAt = performance.now() + FREEZE_MS;
            while (performance.now() < thawAt) {
              const { ms, result } = await timed(() => site.send(site.accounts[0]!.key, "GET", "/v1/mymemes"));
              if (result.status !== 503) wrong.push(`${result.status} while PostgreSQL was frozen`);
              slowestAnswer = Math.max(slowestAnswer, ms);
              await Bun.sleep(100);
            }
            signalTree(postgres.pid(), "SIGCONT");
            slowest = Math.max(slowest, (await timed(() => until(() => answersWell(site)))).ms);
            say(`${freeze} of ${FREEZES} freezes, slowest 503 ${seconds(slowestAnswer)}`);
          }
          await untilAllWrite(writers);
          const open = await connectionsOf(postgres);
          if (open > MAX_CONNECTIONS) wrong.push(`${open} connections are open`);
          const found = await verdict({ site, writers, wrong, slowest, times: count(FREEZES, "freeze") });
          const figure = `503 in ${seconds(slowestAnswer)}, ${found.figure}`;
          return { ...found, figure, ok: found.ok && slowestAnswer <= MAX_ANSWER_MS };
        }),
};

async function connectionsOf(postgres: OwnPostgres): Promise<number> {
  const sql = new Bun.SQL(postgres.url, { max: 1 });
  try {
    const [{ n }] = await sql`select count(*)::int as n from pg_stat_activity where backend_type = 'client backend'`;
    return n as number;
  } finally {
    await sql.end();
  }
}

interface Found {
  site: Site;
  writers: Writer[];
  wrong: string[];
  /** Time to recover, in milliseconds. */
  slowest: number;
  times: string;
}

async function verdict({ site, writers, wrong, slowest, times }: Found) {
  const all = [...wrong, ...(await compareAll(writers)), ...(await site.isSound())];
  return {
    amount: `${times}, ${count(acknowledgedBy(writers), "write")} acknowledged`,
    figure: `recovered in ${seconds(slowest)}, ${count(all.length, "deviation")}${all.length ? `: ${all[0]}` : ""}`,
    ok: all.length === 0 && slowest <= MAX_HEAL_MS,
  };
}
