// Two PostgreSQL servers, and who watches over them. Does in little what Patroni does with synchronous_mode: notices
// that the primary is silent, fences it, promotes the standby, and turns the old primary into the new standby.
import { readDeploy } from "../deploy/deploy-files.ts";
import { diskFolder } from "../folders.ts";
import { freePort } from "../free-port.ts";
import { startOwnPostgres, startReplica, type OwnPostgres } from "../postgres.ts";
import type { Part } from "./part.ts";

const EVERY_MS = 250;
const ANSWER_MS = 1500;
/** So many silent questions in a row make a dead primary. */
const MISSES = 3;
const CAUGHT_UP_BYTES = 64 * 1024;

/** What deploy/postgresql.conf says, as options of the command line. */
const SETTINGS = readDeploy("postgresql.conf")
  .split("\n")
  .filter((line) => line && !line.startsWith("#"))
  .map((line) => line.replace(" = ", "="));

export interface Member extends Part {
  server: OwnPostgres;
  /** Where HAProxy asks whether it is the primary. */
  checkPort: number;
  port: number;
}

/** What the primary says about the standby. */
interface Replication {
  /** Nobody else receives its log. */
  isAlone: boolean;
  isSync: boolean;
  /** How much of its log the standby does not have on disk. */
  behind: number;
}

export class Failover implements AsyncDisposable {
  #primary: Member;
  /** Not between the death of one primary and the promotion of the other. */
  #isServing = true;
  #inSync = false;
  #ended = false;
  #watching: Promise<void> = Promise.resolve();
  #rejoining: Promise<void> = Promise.resolve();
  #checks: Bun.Server<undefined>[];
  /** When each promotion was ordered. */
  readonly promotions: number[] = [];
  /** Commits wait for a standby that is away, however long. */
  isStrict = false;

  private constructor(
    readonly members: readonly [Member, Member],
    private logs: string,
    private say: (what: string) => void,
  ) {
    this.#primary = members[0];
    this.#checks = members.map((member) =>
      Bun.serve({
        hostname: "127.0.0.1",
        port: member.checkPort,
        fetch: () => new Response("", { status: this.#isServing && this.#primary === member ? 200 : 503 }),
      }),
    );
  }

  static async start(logs: string, say: (what: string) => void): Promise<Failover> {
    const ports = [freePort(), freePort()] as const;
    const first = await startOwnPostgres(SETTINGS, diskFolder, { port: ports[0], log: `${logs}/postgres1.log` });
    const second = await startReplica(first, SETTINGS, { port: ports[1], log: `${logs}/postgres2.log` });
    const members = [memberOf("postgres1", first, ports[0]), memberOf("postgres2", second, ports[1])] as const;
    const failover = new Failover(members, logs, say);
    failover.#watching = failover.#watch();
    return failover;
  }

  /** Whether the standby has everything that was acknowledged, so that it may be promoted. */
  get inSync() {
    return this.#inSync;
  }

  get primary(): Member {
    return this.#primary;
  }

  get standby(): Member {
    return this.members.find((member) => member !== this.#primary)!;
  }

  /** Processes of the primary that send its log. */
  async senders(): Promise<number[]> {
    const found = await ask<{ pids: number[] }>(
      this.#primary,
      "select array_agg(pid) as pids from pg_stat_replication",
    );
    return [...(found?.pids ?? [])];
  }

  async #watch() {
    let misses = 0;
    while (!this.#ended) {
      const found = await ask<Replication>(this.primary, REPLICATION);
      misses = found ? 0 : misses + 1;
      if (found) await this.#follow(found).catch((error: unknown) => this.say(String(error)));
      else if (misses >= MISSES && (await this.#promote())) misses = 0;
      await Bun.sleep(EVERY_MS);
    }
  }

  /** Without a standby, writes go on, and until it has caught up again nobody is promoted. */
  async #follow({ isAlone, isSync, behind }: Replication) {
    if (isAlone && isSync) {
      if (this.isStrict) return;
      this.#inSync = false;
      this.say(`${this.standby.name} is away: commits do not wait for it`);
      await this.#waitForStandby("");
    } else if (!isAlone && !isSync && behind < CAUGHT_UP_BYTES) await this.#waitForStandby("*");
    else if (!isAlone && isSync && !this.#inSync && behind < CAUGHT_UP_BYTES) await this.#beInSync();
  }

  async #waitForStandby(names: "" | "*") {
    await ask(this.primary, `alter system set synchronous_standby_names = '${names}'`);
    await ask(this.primary, "select pg_reload_conf()");
  }

  /** All that was committed before commits began to wait has to be there as well. */
  async #beInSync() {
    await Bun.sleep(EVERY_MS);
    const now = await ask<{ at: string }>(this.primary, "select pg_current_wal_flush_lsn()::text as at");
    const caughtUp = `select coalesce(bool_or(flush_lsn >= '${now?.at}'), false) as yes from pg_stat_replication`;
    if (!now || !(await ask<{ yes: boolean }>(this.primary, caughtUp))?.yes) return;
    this.#inSync = true;
    this.say(`${this.standby.name} has everything: commits wait for it`);
  }

  async #promote(): Promise<boolean> {
    const [old, next] = [this.primary, this.standby];
    if (!this.#inSync) {
      this.say(`${old.name} is silent, and ${next.name} may lack something: nobody is promoted`);
      return false;
    }
    this.#inSync = false;
    // First of all, or there would be two.
    this.#isServing = false;
    await old.kill();
    const orderedAt = performance.now();
    if (!(await ask(next, "select pg_promote(true, 10)", 12_000))) throw new Error(`${next.name} was not promoted.`);
    this.#primary = next;
    this.#isServing = true;
    this.promotions.push(orderedAt);
    this.say(`${old.name} was silent: ${next.name} is the primary now`);
    this.#rejoining = this.#rejoin(old, next);
    return true;
  }

  /** From a fresh copy: what the old primary wrote last may never have reached the new one. */
  async #rejoin(old: Member, primary: Member) {
    await old.server.stop();
    const place = { port: old.port, log: `${this.logs}/${old.name}.log` };
    old.server = await startReplica(primary.server, SETTINGS, place);
  }

  async [Symbol.asyncDispose]() {
    this.#ended = true;
    await this.#watching;
    await this.#rejoining.catch(() => {});
    for (const check of this.#checks) await check.stop(true);
    for (const member of this.members) {
      await member.kill();
      await member.server.stop().catch(() => {});
    }
  }
}

function memberOf(name: string, server: OwnPostgres, port: number): Member {
  const member: Member = {
    name,
    server,
    port,
    checkPort: freePort(),
    pid: () => member.server.pid(),
    start: () => member.server.startAgain(),
    kill: () => member.server.kill(),
  };
  return member;
}

const REPLICATION = `select count(*) = 0 as "isAlone", current_setting('synchronous_standby_names') <> '' as "isSync",
    coalesce(max(pg_current_wal_flush_lsn() - flush_lsn), 0)::float8 as behind
  from pg_stat_replication where state = 'streaming' and flush_lsn is not null`;

/** The first row; undefined if there is no answer. */
async function ask<T extends object>(member: Member, text: string, ms = ANSWER_MS): Promise<T | undefined> {
  const sql = new Bun.SQL(member.server.url, { max: 1 });
  try {
    const rows = await Promise.race([sql.unsafe(text) as Promise<T[]>, Bun.sleep(ms)]);
    return rows ? (rows[0] ?? ({} as T)) : undefined;
  } catch {
    return undefined;
  } finally {
    sql.close({ timeout: 0 }).catch(() => {});
  }
}
