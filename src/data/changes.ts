import { sql } from "kysely";

import type { Db } from "./schema.ts";

/**
 * What a change is about. A total is a counter of the site; a comment's subject is its meme; a filter's, its person.
 * The site is its name, look and pages.
 */
export const CHANGE_KINDS = ["meme", "comment", "user", "key", "total", "filter", "site"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export interface Change {
  kind: ChangeKind;
  /** Id of the row, or of what it belongs to. */
  subject: string;
  /** The author of a meme; whom a filter is about; otherwise empty. */
  owner: string;
}

/** What has changed since the last look. */
export type Changes = readonly Change[] | "everything";

/**
 * Looks for changes, on behalf of a request that came just now or, if it has waited for its turn, at `arrivedAt`.
 * Requests share a look if all of them came before it, or in the same turn of the event loop.
 */
export type Look = (arrivedAt?: number) => void | Promise<void>;

/** Told what has changed since the last look, and the first time, everything. */
export type Forget = (changes: Changes) => void;

/** A row of the table `changes`. */
export interface ChangeRow extends Omit<Change, "kind"> {
  kind: ChangeKind | "everything";
}

export const changesIn = (rows: readonly ChangeRow[]): Changes =>
  rows.some(({ kind }) => kind === "everything") ? "everything" : (rows as readonly Change[]);

/** More would take longer to read than everything takes to load again. */
export const MAX_CHANGES = 1000;

/**
 * The table `changes`, in which triggers note every change of a row that may be kept. They are triggers because then
 * nobody can forget: neither a new verb nor the operator with a SQL prompt.
 */
export interface ChangeLog {
  create(db: Db): Promise<void>;
  /** Creates it again, from a form of earlier versions. */
  renew(db: Db): Promise<void>;
  /** Notes the changes of one more table. */
  watch(db: Db, watched: Watched): Promise<void>;
  /** Deletes what nobody needs any more. */
  trim(db: Db): Promise<void>;
}

export interface Watched {
  table: string;
  kind: ChangeKind;
  /** Expressions of SQL over a row. */
  subject: string;
  owner?: string;
  /** Whether anything kept changes when a row is created. Absence is not kept. */
  inserts: boolean;
  /** Columns whose changes count; all, if undefined. */
  columns?: string;
}

/** The tables there were when the log was created. Later migrations watch their own. */
const WATCHED: readonly Watched[] = [
  { table: "memes", kind: "meme", subject: "id", owner: "author_id", inserts: true },
  { table: "comments", kind: "comment", subject: "meme_id", inserts: true },
  { table: "counters", kind: "total", subject: "name", inserts: true },
  { table: "users", kind: "user", subject: "id", inserts: false },
  {
    table: "api_keys",
    kind: "key",
    subject: "id",
    inserts: false,
    // All but used_at, which changes all the time and is never read from what is kept.
    columns: "id, user_id, name, hash, may_ratings, may_integrations, may_write, created_at, expires_at, revoked_at",
  },
];

const run = async (db: Db, text: string) => void (await sql.raw(text).execute(db));

/** Values of a change, from the row before or after. */
const valuesOf = ({ kind, subject, owner }: Watched, row: "old" | "new") =>
  `'${kind}', ${row}.${subject}, ${owner ? `${row}.${owner}` : "''"}`;
const namesOf = ({ subject, owner }: Watched, row: "old" | "new") =>
  `(${[subject, owner ?? subject].map((name) => `${row}.${name}`).join(", ")})`;

const KEPT_ROWS = 10_000;
const TRIM_EVERY = 1000;

/**
 * One writer at a time, so the numbers are in the order of the commits. The newest row is always there: its number is
 * never given twice, and whoever finds the last row they saw has missed nothing.
 */
export const sqliteChanges: ChangeLog = {
  async create(db) {
    await run(db, "create table bulk_loads (id integer) strict");
    await createSqliteLog(db);
  },
  async renew(db) {
    const { rows } = await sql<{ seq: number }>`select max(seq) as seq from changes`.execute(db);
    for (const { table } of WATCHED)
      for (const { name } of SQLITE_EVENTS) await run(db, `drop trigger if exists ${table}_${name}`);
    await run(db, "drop table changes");
    await createSqliteLog(db);
    // Whoever still watches the old table finds that the last row they saw is missing.
    await sql`update changes set seq = ${rows[0]!.seq + 1}`.execute(db);
  },
  watch: watchOnSqlite,
  trim: async () => {}, // a trigger does
};

interface SqliteEvent {
  name: string;
  /** Undefined if it does not count. */
  event(watched: Watched): string | undefined;
  row: "old" | "new";
}

const SQLITE_EVENTS: readonly SqliteEvent[] = [
  { name: "delete", event: () => "delete", row: "old" },
  { name: "insert", event: ({ inserts }) => (inserts ? "insert" : undefined), row: "new" },
  { name: "update", event: ({ columns }) => (columns ? `update of ${columns}` : "update"), row: "new" },
  // What it was called before, which hardly ever changes.
  { name: "rename", event: ({ subject, owner = subject }) => `update of ${subject}, ${owner}`, row: "old" },
];

async function createSqliteLog(db: Db): Promise<void> {
  await run(
    db,
    `create table changes (seq integer primary key,
      kind text not null, subject text not null, owner text not null default '') strict`,
  );
  await run(
    db,
    `create trigger changes_trimmed after insert on changes when new.seq % ${TRIM_EVERY} = 0
      begin delete from changes where seq <= new.seq - ${KEPT_ROWS}; end`,
  );
  await noteEverything(db);
  for (const watched of WATCHED) await watchOnSqlite(db, watched);
}

async function watchOnSqlite(db: Db, watched: Watched): Promise<void> {
  for (const { name, event, row } of SQLITE_EVENTS) {
    const when = event(watched);
    if (!when) continue;
    const isOther = name === "rename" ? `and ${namesOf(watched, "old")} <> ${namesOf(watched, "new")}` : "";
    await run(
      db,
      `create trigger ${watched.table}_${name} after ${when} on ${watched.table}
        when not exists (select 1 from bulk_loads) ${isOther}
        begin insert into changes (kind, subject, owner) values (${valuesOf(watched, row)}); end`,
    );
  }
}

/**
 * Transactions commit in any order, so each row has the number of its transaction: what a snapshot does not see are
 * transactions in progress and those that begin later. `change_floor` says up to which number rows were deleted.
 */
export const postgresChanges: ChangeLog = {
  async create(db) {
    await run(
      db,
      `create table changes (xid xid8 not null default pg_current_xact_id(),
        kind text not null, subject text not null, owner text not null default '')`,
    );
    await run(db, "create index changes_by_xid on changes (xid)");
    await run(db, "create table bulk_loads (id integer)");
    await run(db, "create table change_floor (floor xid8 not null, next_floor xid8 not null)");
    await run(db, "insert into change_floor values ('0', '0')");
    await run(
      db,
      `create function everything_changed() returns trigger language plpgsql as $$
        begin insert into changes (kind, subject) values ('everything', ''); return null; end $$`,
    );
    for (const watched of WATCHED) await watchOnPostgres(db, watched);
  },
  renew: async () => {}, // it has had one form only
  watch: watchOnPostgres,
  /**
   * Every transaction below the oldest one in progress has ended. What has ended by one run is deleted by the next, so
   * that only nodes that have not looked in between have to forget everything. Rows from the future come from another
   * server's dump.
   */
  async trim(db) {
    await sql`update change_floor set floor = next_floor, next_floor = pg_snapshot_xmin(pg_current_snapshot())`.execute(
      db,
    );
    await sql`delete from changes where xid < (select floor from change_floor)
      or xid >= pg_snapshot_xmax(pg_current_snapshot())`.execute(db);
  },
};

async function watchOnPostgres(db: Db, watched: Watched): Promise<void> {
  const { table, inserts, columns } = watched;
  const insert = "insert into changes (kind, subject, owner) values";
  await run(
    db,
    `create function ${table}_changed() returns trigger language plpgsql as $$ begin
      if exists (select from bulk_loads) then return null; end if;
      if tg_op <> 'INSERT' then ${insert} (${valuesOf(watched, "old")}); end if;
      if tg_op = 'INSERT' then ${insert} (${valuesOf(watched, "new")});
      elsif tg_op = 'UPDATE' and ${namesOf(watched, "old")} <> ${namesOf(watched, "new")} then
        ${insert} (${valuesOf(watched, "new")});
      end if;
      return null; end $$`,
  );
  const on = (name: string, event: string, when = "") =>
    run(
      db,
      `create trigger ${table}_${name} after ${event} on ${table} for each row ${when} execute function ${table}_changed()`,
    );
  await on("delete", "delete");
  if (inserts) await on("insert", "insert");
  // Row locks are updates that change nothing.
  await on("update", columns ? `update of ${columns}` : "update", "when (old.* is distinct from new.*)");
  await run(
    db,
    `create trigger ${table}_truncate after truncate on ${table} for each statement execute function everything_changed()`,
  );
}

const noteEverything = (db: Db) => db.insertInto("changes").values({ kind: "everything", subject: "" }).execute();

/** A bulk load is one change, of everything. Runs inside a transaction. */
export async function asOneChange(db: Db, load: () => Promise<void>): Promise<void> {
  await db.insertInto("bulk_loads").values({ id: 1 }).execute();
  await load();
  await db.deleteFrom("bulk_loads").execute();
  await noteEverything(db);
}
