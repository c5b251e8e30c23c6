import { sql, type RawBuilder } from "kysely";

import { BACKED_UP, LEFT_OUT, loadableColumns, withoutGenerated, type Row, type Table } from "./backup.ts";
import { dialectOf } from "./dialect.ts";
import type { Db } from "./schema.ts";
import { deleteFact, readFact, writeFact } from "./site.ts";
import { transact } from "./transaction.ts";

/** A table that moves with its site. */
export interface MovedTable {
  name: Table;
  keys: readonly string[];
}

export type Key = readonly (string | number)[];

/** A written row, as the log has it. */
export interface Noted {
  seq: number | string;
  table: Table;
  key: Key;
}

/** Each database makes its own. */
const STAYS: readonly Table[] = ["nodes", "changes", "bulk_loads", "words", "word_keys"];
/** The program's own records. A site that has moved may go on with them. */
const STATISTICS: readonly Table[] = ["traffic", "failures"];
/** Written when somebody only reads. */
const NOTED_BY_READERS: Partial<Record<Table, readonly string[]>> = {
  api_keys: ["used_at"],
  gif_keys: ["used_at"],
  sessions: ["seen_at"],
};

const LOG = "departing";
/** The log's first row names the move it belongs to. */
const TOKEN = "";
const MOVED = "moved";

/** All tables that move, each after those it refers to. More than a backup has: nobody is signed out by a move. */
export async function movedTables(db: Db): Promise<MovedTable[]> {
  const others = LEFT_OUT.filter((table) => !STAYS.includes(table));
  const tables = [...BACKED_UP].map(([name, keys]) => ({ name, keys }));
  for (const name of others) tables.push({ name, keys: await dialectOf(db).moving.primaryKey(db, name) });
  return tables;
}

/** From now on, notes every row that is written. Returns the token of this move, or of the one that goes on. */
export async function beginDeparture(db: Db, tables: readonly MovedTable[]): Promise<string> {
  const { moving } = dialectOf(db);
  const begun = await tokenOf(db);
  if (begun !== undefined) return begun;
  const token = crypto.randomUUID();
  await transact(db, async (tx) => {
    await moving.createLog(tx);
    await sql`insert into ${sql.table(LOG)} (table_name, row_key) values (${TOKEN}, ${token})`.execute(tx);
    for (const { name, keys } of tables) await moving.note(tx, name, keys);
  });
  return token;
}

async function tokenOf(db: Db): Promise<string | undefined> {
  if (!(await hasLog(db))) return undefined;
  const { rows } = await sql<{ row_key: string }>`select row_key from ${sql.table(LOG)}
    where table_name = ${TOKEN}`.execute(db);
  return rows[0]?.row_key;
}

export const hasLog = async (db: Db): Promise<boolean> =>
  (await dialectOf(db).tableNamed(LOG).execute(db)).rows.length > 0;

export async function readNoted(db: Db): Promise<Noted[]> {
  const { rows } = await sql<{
    seq: number | string;
    table_name: Table;
    row_key: string;
  }>`select seq, table_name, row_key
    from ${sql.table(LOG)} where table_name <> ${TOKEN} order by seq`.execute(db);
  return rows.map(({ seq, table_name: table, row_key: key }) => ({ seq, table, key: JSON.parse(key) as Key }));
}

/** As many at once as fit into one statement. */
const AT_ONCE = 100;

export function chunksOf<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / AT_ONCE) }, (_, i) =>
    items.slice(i * AT_ONCE, (i + 1) * AT_ONCE),
  );
}

/** By number, not up to a number: transactions of PostgreSQL commit in any order. */
export const deleteNoted = (db: Db, noted: readonly Noted[]): Promise<void> =>
  transact(db, async (tx) => {
    for (const some of chunksOf(noted))
      await sql`delete from ${sql.table(LOG)} where seq in (${sql.join(some.map(({ seq }) => seq))})`.execute(tx);
  });

/** Those of these rows that exist; with `upTo`, only those that the copy of their table has reached. */
export async function readRows(db: Db, { name, keys }: MovedTable, wanted: readonly Key[], upTo?: Key): Promise<Row[]> {
  const found: Row[] = [];
  const columns = sql.join(keys.map((key) => sql.ref(key)));
  const reached = upTo ? sql`and (${columns}) <= (${sql.join([...upTo])})` : sql``;
  for (const some of chunksOf(wanted)) {
    const { rows } = await sql<Row>`select * from ${sql.table(name)}
      where (${isOneOf(keys, some)}) ${reached}`.execute(db);
    found.push(...rows);
  }
  return withoutGenerated(name, found);
}

export function isOneOf(keys: readonly string[], wanted: readonly Key[]): RawBuilder<unknown> {
  const [only] = keys;
  if (keys.length === 1) return sql`${sql.ref(only!)} in (${sql.join(wanted.map(([value]) => value))})`;
  const each = wanted.map((values) =>
    sql.join(
      keys.map((name, i) => sql`${sql.ref(name)} = ${values[i]}`),
      sql` and `,
    ),
  );
  return sql.join(
    each.map((one) => sql`(${one})`),
    sql` or `,
  );
}

/** Where a site has moved to, and when. */
export interface MovedTo {
  to: string;
  at: number;
}

/** From now on, every process that tries to write is refused. Runs in the transaction that holds all writes. */
export async function markMoved(tx: Db, tables: readonly MovedTable[], where: MovedTo): Promise<void> {
  await writeFact(tx, MOVED, JSON.stringify(where));
  const all = await loadableColumns(tx);
  for (const { name } of tables) {
    if (STATISTICS.includes(name)) continue;
    const quiet = NOTED_BY_READERS[name] ?? [];
    const columns = [...all.get(name)!].filter((column) => !quiet.includes(column));
    await dialectOf(tx).moving.refuse(tx, name, columns);
  }
}

export async function findMoved(db: Db): Promise<MovedTo | undefined> {
  const fact = await readFact(db, MOVED);
  return fact === undefined ? undefined : (JSON.parse(fact) as MovedTo);
}

/** A copy of a site that has moved may stay. */
export const forgetMoved = (db: Db): Promise<void> => deleteFact(db, MOVED);

/** Stops noting. After a move, or instead of one. */
export async function endDeparture(db: Db, tables: readonly MovedTable[]): Promise<void> {
  if (!(await hasLog(db))) return;
  await transact(db, async (tx) => {
    for (const { name } of tables) await dialectOf(tx).moving.forget(tx, name);
    await sql`drop table ${sql.table(LOG)}`.execute(tx);
  });
}
