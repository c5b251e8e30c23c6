import { sql } from "kysely";

import { loadPart, loadSearch, searchable, type Row, type Table } from "./backup.ts";
import { asOneChange } from "./changes.ts";
import { chunksOf, isOneOf, type Key, type MovedTable } from "./departure.ts";
import { dialectOf } from "./dialect.ts";
import type { Db } from "./schema.ts";
import { transact } from "./transaction.ts";

/** How far the copy of a table has come. */
export interface Progress {
  /** Key of the last row copied; undefined if there is none. */
  last?: Key;
  isDone: boolean;
}

/** What is new about the rows of a table. */
export interface TableChanges {
  table: MovedTable;
  rows: Row[];
  gone: Key[];
}

const STATE = "arriving";
const TOKEN = "";

/** Whether this database is the target of a move that is not finished. */
export const isArriving = async (db: Db): Promise<boolean> =>
  (await dialectOf(db).tableNamed(STATE).execute(db)).rows.length > 0;

/** Empties what migrations have put into a new database. */
export const beginArrival = (db: Db, tables: readonly MovedTable[], token: string): Promise<void> =>
  transact(db, async (tx) => {
    await sql`create table ${sql.table(STATE)}
      (table_name text primary key, last_key text, is_done integer not null)`.execute(tx);
    await writeProgress(tx, TOKEN, { last: [token], isDone: false });
    for (const { name } of tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(tx);
  });

/** Of the move and of every table that it has begun to copy. */
export async function readArrival(db: Db): Promise<{ token: string; progress: Map<Table, Progress> }> {
  const { rows } = await sql<{ table_name: Table | typeof TOKEN; last_key: string | null; is_done: number }>`select *
    from ${sql.table(STATE)}`.execute(db);
  const progress = new Map<Table, Progress>();
  let token = "";
  for (const { table_name: name, last_key: key, is_done: isDone } of rows) {
    const last = key === null ? undefined : (JSON.parse(key) as Key);
    if (name === TOKEN) token = String(last![0]);
    else progress.set(name, { last, isDone: isDone === 1 });
  }
  return { token, progress };
}

async function writeProgress(tx: Db, table: string, { last, isDone }: Progress): Promise<void> {
  const key = last ? JSON.stringify(last) : null;
  await sql`insert into ${sql.table(STATE)} (table_name, last_key, is_done) values (${table}, ${key}, ${isDone ? 1 : 0})
    on conflict (table_name) do update set last_key = excluded.last_key, is_done = excluded.is_done`.execute(tx);
}

/** Adds the next rows of a table, and notes how far it has come. */
export async function addRows(db: Db, { name }: MovedTable, rows: readonly Row[], progress: Progress): Promise<void> {
  await transact(db, (tx) =>
    asOneChange(tx, async () => {
      await loadPart(tx, name, rows);
      if (name === "memes") await searchNew(tx, rows);
      await writeProgress(tx, name, progress);
    }),
  );
  // Before that, PostgreSQL would take the table for an empty one, and read all of it for a single row.
  if (progress.isDone) await dialectOf(db).moving.learnSize(db, name);
}

/** Without asking for what was just written: a table that grows is unknown to the planner. */
async function searchNew(tx: Db, memes: readonly Row[]): Promise<void> {
  const shown = memes.filter(({ disabled }) => disabled === 0);
  for (const some of chunksOf(shown)) {
    const authors = [...new Set(some.map((meme) => String(meme.author_id)))];
    const people = await tx.selectFrom("users").select(["id", "username"]).where("id", "in", authors).execute();
    const names = new Map(people.map(({ id, username }) => [id, username]));
    const entries = some.map(({ id, age, caption, alt, author_id: author }) => ({
      id: String(id),
      age: Number(age),
      caption: String(caption),
      alt: String(alt),
      username: names.get(String(author))!,
    }));
    await loadSearch(tx, entries, { withSpelling: true });
  }
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => String(id));

/**
 * Brings copied rows up to date. Deletes from the last table to the first, so that nothing is left that refers to what
 * goes; then writes from the first to the last.
 */
export const applyChanges = (db: Db, changes: readonly TableChanges[]): Promise<void> =>
  transact(db, (tx) =>
    asOneChange(tx, async () => {
      const renamed = await renamedPeople(tx, changes);
      for (const { table, gone } of changes.toReversed())
        for (const some of chunksOf(gone))
          await sql`delete from ${sql.table(table.name)} where ${isOneOf(table.keys, some)}`.execute(tx);
      for (const { table, rows } of changes) await makeWay(tx, table, rows);
      for (const { table, rows } of changes) await replaceRows(tx, table, rows);
      const memes = changes.find(({ table }) => table.name === "memes");
      const gone = memes?.gone.map(([id]) => String(id)) ?? [];
      await refreshSearch(tx, [...gone, ...idsOf(memes?.rows ?? []), ...(await memesOf(tx, renamed))]);
    }),
  );

/**
 * Unique values may have changed hands. Until all rows have their new ones, those that change have values nobody uses.
 */
const UNIQUE: Partial<Record<Table, string>> = {
  users: "username_key = '~' || id, email_key = null",
  memes: "slot = -1 - slot, won_day = null",
  collections: "name_key = '~' || id, share_key = null",
};

async function makeWay(tx: Db, { name, keys }: MovedTable, rows: readonly Row[]): Promise<void> {
  const set = UNIQUE[name];
  if (!set) return;
  for (const some of chunksOf(rows)) {
    const which = some.map((row) => keyIn(keys, row));
    await sql`update ${sql.table(name)} set ${sql.raw(set)} where ${isOneOf(keys, which)}`.execute(tx);
  }
}

export const keyIn = (keys: readonly string[], row: Row): Key => keys.map((name) => row[name]!);

async function replaceRows(tx: Db, { name, keys }: MovedTable, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const others = columns.filter((column) => !keys.includes(column));
  const set = sql.join(others.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`));
  for (const some of chunksOf(rows)) {
    const values = some.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
    await sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values ${sql.join(values)}
      on conflict (${sql.join(keys.map((key) => sql.ref(key)))})
      do ${others.length > 0 ? sql`update set ${set}` : sql`nothing`}`.execute(tx);
  }
}

async function refreshSearch(tx: Db, ids: readonly string[]): Promise<void> {
  for (const some of chunksOf(ids)) {
    const rows = await searchable(tx).where("m.id", "in", some).execute();
    const shown = new Set(rows.map(({ id }) => id));
    await loadSearch(tx, rows, { withSpelling: true });
    for (const id of some) if (!shown.has(id)) await dialectOf(tx).search.remove(tx, id);
  }
}

/** Their memes are found by their names. */
async function renamedPeople(tx: Db, changes: readonly TableChanges[]): Promise<string[]> {
  const people = changes.find(({ table }) => table.name === "users")?.rows ?? [];
  const renamed: string[] = [];
  for (const some of chunksOf(people)) {
    const before = await tx.selectFrom("users").select(["id", "username"]).where("id", "in", idsOf(some)).execute();
    const names = new Map(before.map(({ id, username }) => [id, username]));
    for (const { id, username } of some)
      if (names.has(String(id)) && names.get(String(id)) !== username) renamed.push(String(id));
  }
  return renamed;
}

async function memesOf(tx: Db, people: readonly string[]): Promise<string[]> {
  if (people.length === 0) return [];
  const rows = await tx
    .selectFrom("memes")
    .select("id")
    .where("author_id", "in", [...people])
    .execute();
  return rows.map(({ id }) => id);
}

/** From now on, this is a site like any other. */
export async function endArrival(tx: Db): Promise<void> {
  const { moving, continueSerial } = dialectOf(tx);
  for (const table of await moving.serialTables(tx)) await continueSerial(tx, table);
  await sql`drop table ${sql.table(STATE)}`.execute(tx);
}
