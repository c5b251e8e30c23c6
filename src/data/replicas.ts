import { withDeadline } from "../deadline.ts";
import { DomainError } from "../errors.ts";
import type { DatabaseMeter } from "./meter.ts";

export type Run = (text: string, parameters: readonly unknown[]) => Promise<unknown[]>;

/** A pool of connections to one replica. */
export interface ReplicaPool {
  run: Run;
  end(): Promise<void>;
}

export interface ReplicaAddress {
  /** For messages to the operator, without secrets. */
  host: string;
  /** Calls back whenever a connection opens or closes. */
  open(onConnection: () => void): ReplicaPool;
}

/** A place in the write-ahead log of the primary. */
export interface Position {
  /** Start time of the primary: another one may have another log. */
  server: string;
  at: number;
}

export interface ReplicaState {
  /** Without secrets. */
  host: string;
  isInUse: boolean;
  /** Why it is left out; undefined also if it has not been asked yet. */
  problem: string | undefined;
}

export interface ReplicaOptions {
  maxLagMs: number;
  /** Told when a replica is left out, and why, and when it is in use again. */
  report?(host: string, problem: string | undefined): void;
}

/**
 * Where the primary is, as a column of a look. Everything that a statement on the primary sees lies before it, since
 * the log is on disk before a commit can be seen; unless commits do not wait for the disk.
 */
export const POSITION = `(case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_flush_lsn() end - '0/0')::float8`;

/** Two servers with the same log: copies of one database, of the same history since the last failover. */
const OF_PRIMARY = `select system_identifier::text as id, substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8) as history,
  pg_postmaster_start_time()::text as server, ${POSITION} as at from pg_control_system()`;
const OF_REPLICA = `select s.system_identifier::text as id, lpad(upper(to_hex(c.timeline_id)), 8, '0') as history
  from pg_control_system() s, pg_control_checkpoint() c`;
const REPLAYED = `select pg_is_in_recovery() as copies, (pg_last_wal_replay_lsn() - '0/0')::float8 as at`;

interface LogRow {
  id: string;
  history: string;
}
type PrimaryRow = LogRow & Position;

/** How often one that is left out is asked whether it is back. */
const RETURN_MS = 500;
/** The pause before one that is behind is asked again. */
const AGAIN_MS = 2;

/** The first word says whether a statement reads, unless it begins with parts of any kind. */
export const isRead = (text: string) =>
  /^\s*select\b/i.test(text) || (/^\s*with\b/i.test(text) && !/\b(?:insert|update|delete|merge)\b/i.test(text));

/**
 * Copies of the database, for reads outside transactions. A replica answers only what the primary would answer: it
 * must have replayed everything that the primary had committed at the last look for changes, which every request
 * begins with. So people read their own writes on any node, and nothing hidden is shown.
 */
export class Replicas {
  readonly #replicas: Replica[];
  /** Where the primary was at the last look; undefined if something was written here since, or the look failed. */
  #position: Position | undefined;
  /** Counts what was written here, so that a look that began before does not count. */
  #writes = 0;
  #turn = 0;
  #timer: Timer | undefined;

  constructor(
    private primary: Run,
    private meter: Pick<DatabaseMeter, "replicaQueries">,
    addresses: readonly ReplicaAddress[],
    options: ReplicaOptions,
  ) {
    this.#replicas = addresses.map((address) => new Replica(address, options));
  }

  get states(): ReplicaState[] {
    return this.#replicas.map(({ state }) => state);
  }

  /** Asks all of them now, for those who do not look for changes. */
  async examine(): Promise<ReplicaState[]> {
    await Promise.all(this.#replicas.map((one) => one.join(this.primary)));
    return this.states;
  }

  run(text: string, parameters: readonly unknown[]): Promise<unknown[]> {
    if (!isRead(text)) return this.primary(text, parameters).finally(() => this.noteWrite());
    const position = this.#position;
    const usable = position && this.#replicas.filter((one) => one.follows(position));
    if (!usable?.length) return this.primary(text, parameters);
    const turn = this.#turn++;
    const upToDate = usable.filter((one) => one.replayed >= position!.at);
    if (upToDate.length) return this.#ask(upToDate[turn % upToDate.length]!, text, parameters);
    const replica = usable[turn % usable.length]!;
    return replica
      .reaches(position!.at)
      .then((ready) => (ready ? this.#ask(replica, text, parameters) : this.primary(text, parameters)));
  }

  /** Reads change nothing, so whatever fails on a replica is asked of the primary. */
  #ask(replica: Replica, text: string, parameters: readonly unknown[]): Promise<unknown[]> {
    return replica.run(text, parameters).then(
      (rows) => {
        this.meter.replicaQueries++;
        return rows;
      },
      () => this.primary(text, parameters),
    );
  }

  /** Until the next look, this process reads from the primary what it has just written. */
  noteWrite(): void {
    this.#writes++;
    this.#position = undefined;
  }

  /** Called when a look begins; what it returns is called with where the primary was. */
  beginLook(): (position: Position | undefined) => void {
    const writes = this.#writes;
    return (position) => {
      this.#timer ??= this.#welcomeBack();
      if (writes !== this.#writes || !position) this.#position = undefined;
      // Looks end in the order in which they began, but there may be several watchers.
      else if (this.#position?.server !== position.server || this.#position.at < position.at) this.#position = position;
    };
  }

  #welcomeBack(): Timer {
    const ask = () => {
      for (const replica of this.#replicas)
        if (replica.isOut || (this.#position && !replica.follows(this.#position))) void replica.join(this.primary);
    };
    ask();
    return setInterval(ask, RETURN_MS).unref();
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#replicas.map((one) => one.end()));
  }
}

class Replica {
  isOut = true;
  /** How far it is known to be. A new connection may lead to one that has restarted and is not as far yet. */
  replayed = -1;
  #pool: ReplicaPool;
  /** The primary that it was compared with. */
  #server: string | undefined;
  #asking: Promise<void> | undefined;
  #joining = false;
  #problem: string | undefined = "";

  constructor(
    private address: ReplicaAddress,
    private options: ReplicaOptions,
  ) {
    this.#pool = address.open(() => (this.replayed = -1));
  }

  get state(): ReplicaState {
    return { host: this.address.host, isInUse: !this.isOut, problem: this.#problem || undefined };
  }

  follows({ server }: Position): boolean {
    return !this.isOut && this.#server === server;
  }

  run(text: string, parameters: readonly unknown[]): Promise<unknown[]> {
    return this.#pool.run(text, parameters).catch((error: unknown) => {
      // A statement may be cancelled because it is in the way of the replay. That is no reason to leave.
      if (error instanceof DomainError) this.#leave("does not answer");
      throw error;
    });
  }

  /** Waits until it has replayed the log up to there; whoever takes too long is left out. */
  async reaches(at: number): Promise<boolean> {
    const until = performance.now() + this.options.maxLagMs;
    try {
      for (;;) {
        await withDeadline(this.#ask(), this.options.maxLagMs, "The replica");
        if (this.replayed >= at) return true;
        if (performance.now() >= until) throw new Behind();
        await Bun.sleep(AGAIN_MS);
      }
    } catch (error) {
      this.#leave(error instanceof Behind ? "is behind" : "does not answer");
      return false;
    }
  }

  /** All who wait share one question. */
  #ask(): Promise<void> {
    return (this.#asking ??= this.#readReplayed().finally(() => (this.#asking = undefined)));
  }

  async #readReplayed(): Promise<void> {
    const [row] = (await this.#pool.run(REPLAYED, [])) as { copies: boolean; at: number | null }[];
    if (!row!.copies) throw new Error("it is no replica any more");
    this.replayed = row!.at ?? -1;
  }

  /** Takes part (again) if it is a copy of this primary, and up to date. */
  async join(primary: Run): Promise<void> {
    if (this.#joining) return;
    this.#joining = true;
    try {
      // A primary that is away will be there the next time.
      const rows = (await primary(OF_PRIMARY, []).catch(() => [])) as PrimaryRow[];
      if (rows[0]) await this.#compare(rows[0]);
    } catch {
      this.#leave("does not answer");
    } finally {
      this.#joining = false;
    }
  }

  async #compare(primary: PrimaryRow): Promise<void> {
    const asked = this.#pool.run(OF_REPLICA, []) as Promise<LogRow[]>;
    const [own] = await withDeadline(asked, RETURN_MS, "The replica");
    if (own!.id !== primary.id || own!.history !== primary.history) return this.#leave("is not a copy of the primary");
    if (!(await this.reaches(primary.at))) return;
    this.#server = primary.server;
    this.isOut = false;
    this.#tell(undefined);
  }

  #leave(problem: string): void {
    this.isOut = true;
    this.replayed = -1;
    this.#tell(problem);
  }

  #tell(problem: string | undefined): void {
    if (problem === this.#problem) return;
    this.#problem = problem;
    this.options.report?.(this.address.host, problem);
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

class Behind extends Error {}
