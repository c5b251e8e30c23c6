import { describe, expect, test } from "bun:test";

import { sql } from "kysely";

import { migrateUpTo } from "../../src/data/migrate.ts";
import { CONTRACTS, LAST_ALONE, MIGRATIONS } from "../../src/data/migrations/index.ts";
import { openDatabase } from "../../src/data/open.ts";
import type { Db } from "../../src/data/schema.ts";
import { DIALECTS, freshDatabase, freshFolder, type DialectName } from "../world.ts";

const NAMES = Object.keys(MIGRATIONS);
const ROLLING = NAMES.filter((name) => name > LAST_ALONE);

interface Column {
  name: string;
  type: string;
  /** A row may be written without it. */
  optional: boolean;
}

/** All that an older program may count on. */
interface Tables {
  columns: Map<string, Column>;
  triggers: Set<string>;
  /** Rules that a row of an existing table must keep: unique indexes, references, checks. */
  constraints: Set<string>;
}

async function emptyDatabase(dialect: DialectName, opened: AsyncDisposableStack) {
  if (dialect === "SQLite")
    return opened.use(
      await openDatabase({ kind: "sqlite", file: `${freshFolder("rolling")}/guffaw.db` }, { create: true }),
    );
  const { url } = opened.use(await freshDatabase());
  const database = opened.use(await openDatabase({ kind: "postgres", url }));
  for (const statement of ["drop schema public cascade", "create schema public"])
    await sql.raw(statement).execute(database.db);
  return database;
}

const columnsOf = {
  SQLite: sql<Column & { table: string }>`select t.name as "table", c.name as name, c.type as type,
    ("notnull" = 0 and pk = 0) or dflt_value is not null or hidden > 0 as optional
    from sqlite_master t, pragma_table_xinfo(t.name) c where t.type = 'table'`,
  PostgreSQL: sql<Column & { table: string }>`select table_name as "table", column_name as name, data_type as type,
    is_nullable = 'YES' or column_default is not null or is_identity = 'YES' or is_generated <> 'NEVER' as optional
    from information_schema.columns where table_schema = 'public'`,
};
const triggersOf = {
  SQLite: sql<{ name: string }>`select tbl_name || ' ' || name as name from sqlite_master where type = 'trigger'`,
  PostgreSQL: sql<{
    name: string;
  }>`select event_object_table || ' ' || trigger_name || ' ' || event_manipulation as name
    from information_schema.triggers`,
};
/** Table, then what says the rule. */
const constraintsOf = {
  SQLite: sql<{ name: string }>`select t.name || ' ' || i.name as name
    from sqlite_master t, pragma_index_list(t.name) i where t.type = 'table' and i."unique" = 1
    union all select t.name || ' ' || f."from" || ' ' || f."table"
    from sqlite_master t, pragma_foreign_key_list(t.name) f where t.type = 'table'`,
  PostgreSQL: sql<{ name: string }>`select tablename || ' ' || indexdef as name from pg_indexes
    where schemaname = 'public' and indexdef like 'CREATE UNIQUE%'
    union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where contype in ('c', 'f')`,
};

async function tablesOf(db: Db, dialect: DialectName): Promise<Tables> {
  const names = async (query: (typeof triggersOf)[DialectName]) =>
    new Set((await query.execute(db)).rows.map(({ name }) => name));
  const { rows } = await columnsOf[dialect].execute(db);
  return {
    columns: new Map(rows.map((row) => [`${row.table}.${row.name}`, { ...row, optional: Boolean(row.optional) }])),
    triggers: await names(triggersOf[dialect]),
    constraints: await names(constraintsOf[dialect]),
  };
}

/** What an older program would stumble over. */
function harm(before: Tables, after: Tables): string[] {
  const known = new Set([...before.columns.keys()].map((name) => name.split(".")[0]!));
  const isOld = (name: string) => known.has(name.split(/[ .]/)[0]!);
  return [
    ...[...before.columns].flatMap(([name, { type, optional }]) => {
      const now = after.columns.get(name);
      if (!now) return `${name} is gone`;
      if (now.type !== type) return `${name} is now ${now.type}`;
      return optional && !now.optional ? `${name} can no longer be left out` : [];
    }),
    ...[...after.columns]
      .filter(([name, { optional }]) => isOld(name) && !before.columns.has(name) && !optional)
      .map(([name]) => `${name} is new and has no default`),
    ...[...before.triggers].filter((name) => !after.triggers.has(name)).map((name) => `the trigger ${name} is gone`),
    ...[...after.constraints]
      .filter((name) => isOld(name) && !before.constraints.has(name))
      .map((name) => `rows must keep a new rule: ${name}`),
  ];
}

describe.each(DIALECTS)("on %s", (dialect) => {
  test("a migration takes nothing away that the version before uses, unless CONTRACTS lists it", async () => {
    await using opened = new AsyncDisposableStack();
    const { db } = await emptyDatabase(dialect, opened);
    await migrateUpTo(db, LAST_ALONE);
    let before = await tablesOf(db, dialect);
    expect(before.columns.size).toBeGreaterThan(100);
    expect(before.triggers.size).toBeGreaterThan(10);
    expect(before.constraints.size).toBeGreaterThan(20);
    for (const name of ROLLING) {
      await migrateUpTo(db, name);
      const after = await tablesOf(db, dialect);
      const found = harm(before, after);
      expect({ name, harm: Object.hasOwn(CONTRACTS, name) ? [] : found }).toEqual({ name, harm: [] });
      before = after;
    }
  });

  test("each kind of harm is found", async () => {
    await using opened = new AsyncDisposableStack();
    const { db } = await emptyDatabase(dialect, opened);
    await migrateUpTo(db, LAST_ALONE);
    const before = await tablesOf(db, dialect);
    const run = (text: string) => sql.raw(text).execute(db);
    await run("alter table users rename column bio to about");
    await run("drop trigger comments_delete" + (dialect === "PostgreSQL" ? " on comments" : ""));
    await run("create unique index one_caption on memes (caption)");
    await run("drop table tag_follows");
    if (dialect === "PostgreSQL") await run("alter table memes add column mood text not null");
    const found = harm(before, await tablesOf(db, dialect)).join("\n");
    expect(found).toContain("users.bio is gone");
    expect(found).toContain("the trigger comments comments_delete");
    expect(found).toContain("rows must keep a new rule: memes");
    expect(found).toContain("tag_follows.user_id is gone");
    if (dialect === "PostgreSQL") expect(found).toContain("memes.mood is new and has no default");
  });
});

test("a contract names an earlier migration, and both exist", () => {
  for (const [name, needed] of Object.entries(CONTRACTS)) {
    expect(ROLLING).toContain(name);
    expect(NAMES).toContain(needed);
    expect(needed < name, `${name} needs a version before its own`).toBe(true);
  }
});
