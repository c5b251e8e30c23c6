import { sql } from "kysely";

import type { Db } from "./schema.ts";

/** What a live move needs from the database that a site leaves, and how each database does it. */
export interface MoveTriggers {
  createLog(db: Db): Promise<void>;
  /** Notes the key of every row of this table that is written from now on. */
  note(db: Db, table: string, keys: readonly string[]): Promise<void>;
  forget(db: Db, table: string): Promise<void>;
  /** Refuses every change of these columns, every new row and every deletion. */
  refuse(db: Db, table: string, columns: readonly string[]): Promise<void>;
  /** Lets nobody else write to these tables until the end of the transaction. */
  holdWrites(tx: Db, tables: readonly string[]): Promise<void>;
  primaryKey(db: Db, table: string): Promise<string[]>;
  /** Lets the planner know how large a table has become. */
  learnSize(db: Db, table: string): Promise<void>;
  /** Tables whose ids the database generates and has to be told about. */
  serialTables(db: Db): Promise<string[]>;
}

/** How a refusal by a trigger is recognised. */
export const MOVED_STATE = "GF001";
export const MOVED_TEXT = "this site has moved";

const run = async (db: Db, text: string) => void (await sql.raw(text).execute(db));
const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);
const WRITES = ["insert", "update", "delete"] as const;
const keyOf = (row: "old" | "new", keys: readonly string[]) => keys.map((key) => `${row}.${key}`).join(", ");

/** An update may change the key, so both are noted. */
const rowsOf = (write: (typeof WRITES)[number]): ("old" | "new")[] =>
  write === "insert" ? ["new"] : write === "delete" ? ["old"] : ["old", "new"];

export const sqliteMoving: MoveTriggers = {
  createLog: (db) =>
    run(
      db,
      "create table departing (seq integer primary key autoincrement, table_name text not null, row_key text not null) strict",
    ),
  async note(db, table, keys) {
    for (const write of WRITES) {
      const notes = rowsOf(write).map(
        (row) => `insert into departing (table_name, row_key) values ('${table}', json_array(${keyOf(row, keys)}));`,
      );
      await run(
        db,
        `create trigger if not exists departing_${table}_${write} after ${write} on ${table} begin ${notes.join(" ")} end`,
      );
    }
  },
  async forget(db, table) {
    for (const write of WRITES) await run(db, `drop trigger if exists departing_${table}_${write}`);
  },
  async refuse(db, table, columns) {
    for (const write of WRITES) {
      const which = write === "update" ? `update of ${columns.join(", ")}` : write;
      await run(
        db,
        `create trigger departed_${table}_${write} before ${which} on ${table} begin select raise(abort, '${MOVED_TEXT}'); end`,
      );
    }
  },
  holdWrites: async () => {}, // a transaction does
  async primaryKey(db, table) {
    const keys = sql<{ name: string }>`select name from pragma_table_info(${table}) where pk > 0 order by pk`;
    return names((await keys.execute(db)).rows);
  },
  learnSize: async () => {}, // it goes by the indexes alone
  serialTables: async () => [], // it keeps count itself
};

export const postgresMoving: MoveTriggers = {
  createLog: (db) =>
    run(
      db,
      "create table departing (seq bigint generated always as identity primary key, table_name text not null, row_key text not null)",
    ),
  async note(db, table, keys) {
    const noteKey = (row: "old" | "new") =>
      `insert into departing (table_name, row_key) values ('${table}', jsonb_build_array(${keyOf(row, keys)})::text);`;
    await run(
      db,
      `create or replace function departing_${table}() returns trigger language plpgsql as $$ begin
        if tg_op <> 'INSERT' then ${noteKey("old")} end if;
        if tg_op <> 'DELETE' then ${noteKey("new")} end if;
        return null; end $$`,
    );
    await run(db, `drop trigger if exists departing_${table} on ${table}`);
    await run(
      db,
      `create trigger departing_${table} after insert or update or delete on ${table}
        for each row execute function departing_${table}()`,
    );
  },
  forget: (db, table) => run(db, `drop function if exists departing_${table}() cascade`),
  async refuse(db, table, columns) {
    await run(
      db,
      `create or replace function departed() returns trigger language plpgsql as $$ begin
        raise exception '${MOVED_TEXT}' using errcode = '${MOVED_STATE}'; end $$`,
    );
    await run(
      db,
      `create trigger departed_${table} before insert or delete or update of ${columns.join(", ")} on ${table}
        for each row execute function departed()`,
    );
  },
  holdWrites: (tx, tables) => run(tx, `lock table ${tables.join(", ")} in exclusive mode`),
  async primaryKey(db, table) {
    const keys = sql<{ name: string }>`select a.attname as name
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = to_regclass(${table}) and i.indisprimary
      order by array_position(i.indkey::int2[], a.attnum)`;
    return names((await keys.execute(db)).rows);
  },
  learnSize: (db, table) => run(db, `analyze ${table}`),
  async serialTables(db) {
    const tables = sql<{ name: string }>`select table_name as name from information_schema.columns
      where table_schema = current_schema() and column_name = 'id' and is_identity = 'YES'`;
    return names((await tables.execute(db)).rows);
  },
};
