import { describe, expect, test } from "bun:test";

import { sql } from "kysely";

import { migrate, migrateUpTo, pendingMigrations, requireWholeSchema } from "../../src/data/migrate.ts";
import { LAST_ALONE, MIGRATIONS } from "../../src/data/migrations/index.ts";
import { claimNode, keepNode, newToken, releaseNode } from "../../src/data/nodes.ts";
import { knows, NEEDED, neededAfter, NEWEST } from "../../src/data/rolling.ts";
import { writeFact } from "../../src/data/site.ts";
import type { OpenDatabase } from "../../src/data/database.ts";
import { openDatabase } from "../../src/data/open.ts";
import { readConfig } from "../../src/config.ts";
import { postgresTest } from "../postgres-test.ts";
import { until } from "../until.ts";
import { DIALECTS, freshDatabase, freshFolder, openWorld, ROOT, type DialectName } from "../world.ts";
import { guffaw, startServer } from "./guffaw.ts";

const NEWEST_DONE = "0003-website";
const LEFT = Object.keys(MIGRATIONS).filter((name) => name > NEWEST_DONE);

/** As left by a version before the later migrations. */
async function oldSite(dialect: DialectName) {
  await using made = new AsyncDisposableStack();
  const database = dialect === "PostgreSQL" ? made.use(await freshDatabase()) : undefined;
  const env = {
    GUFFAW_DATA: freshFolder("upgrade"),
    GUFFAW_STARTER: "off",
    ...(database ? { GUFFAW_DATABASE_URL: database.url } : {}),
  };
  const open: OpenDatabase = made.use(await openDatabase(readConfig(env, ROOT).database, { create: true }));
  // Fresh databases on PostgreSQL are copies of a migrated one.
  if (database)
    for (const statement of ["drop schema public cascade", "create schema public"])
      await sql.raw(statement).execute(open.db);
  await migrateUpTo(open.db, NEWEST_DONE);
  const done = made.move();
  return { env, db: open.db, [Symbol.asyncDispose]: () => done.disposeAsync() };
}

describe.each(DIALECTS)("a database of an older version on %s", (dialect) => {
  test("is left alone by all commands except those that migrate it", async () => {
    await using site = await oldSite(dialect);
    for (const command of [
      ["user", "show", "ann"],
      ["user", "create", "ann"],
      ["log"],
      ["backup", freshFolder("old")],
    ]) {
      const { code, stderr } = await guffaw(command, { env: site.env });
      expect([code, stderr]).toEqual([
        1,
        `guffaw: The database belongs to an older Guffaw (pending: ${LEFT.join(", ")}): stop the server, back up with the old program, then run ./guffaw migrate.\n`,
      ]);
    }
    expect(await pendingMigrations(site.db)).toEqual(LEFT);
    const done = `Applied: ${LEFT.join(", ")}.\n`;
    expect(await guffaw(["migrate"], { env: site.env })).toMatchObject({ code: 0, stdout: done });
    expect((await guffaw(["user", "create", "ann"], { env: site.env })).code).toBe(0);
  });

  test("is not migrated while a process uses it", async () => {
    await using site = await oldSite(dialect);
    const node = await claimNode(site.db, "an old server", Date.now());
    for (const command of ["migrate", "serve"]) {
      const { code, stderr } = await guffaw([command], { env: { ...site.env, GUFFAW_PORT: "0" } });
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining("another process is using it: stop that process first."),
      ]);
    }
    await releaseNode(site.db, node, "an old server");
    const server = await startServer(site.env);
    expect(server.origin()).toStartWith("http://");
    expect(await server.stop()).toBe(0);
    expect(await pendingMigrations(site.db)).toEqual([]);
  });
});

postgresTest("newer tables that leave everything in place let an older node serve, and nothing else", async () => {
  await using world = await openWorld("PostgreSQL");
  const { db, env } = world;
  const add = sql`insert into kysely_migration (name, timestamp) values ('9999-future', '')`;
  await add.execute(db);
  const server = await startServer(env);
  expect((await fetch(`${server.origin()}/healthz`)).status).toBe(200);
  expect(server.stderr()).toContain("belongs to a newer version: update this node too");
  const folder = freshFolder("newer");
  for (const command of [["backup", folder], ["user", "create", "ann"], ["migrate"]]) {
    const { code, stderr } = await guffaw(command, { env });
    expect([code, stderr]).toEqual([
      1,
      "guffaw: The database was made by a newer Guffaw (9999-future): update the program.\n",
    ]);
  }
  // A scheduled backup of an older node would miss what it does not know.
  await expect(requireWholeSchema(db)).rejects.toThrow("made by a newer Guffaw");
  expect(await server.stop()).toBe(0);
  // Once the newer version has taken something away, older nodes stay out.
  await writeFact(db, "schema.needs", "9999-future");
  const { code, stderr } = await guffaw(["serve"], { env });
  expect([code, stderr]).toEqual([1, expect.stringContaining("made by a newer Guffaw (9999-future)")]);
});

postgresTest("a node that knows enough serves on while the tables change", async () => {
  await using site = await oldSite("PostgreSQL");
  await migrateUpTo(site.db, LAST_ALONE);
  const later = Object.keys(MIGRATIONS).filter((name) => name > LAST_ALONE);
  const token = newToken(LAST_ALONE);
  const node = await claimNode(site.db, token, Date.now());
  expect(await guffaw(["migrate"], { env: site.env })).toMatchObject({
    code: 0,
    stdout: `Applied: ${later.join(", ")}.\n`,
  });
  expect(await keepNode(site.db, node, token, Date.now())).toBe(true);
});

test("a migration that takes something away needs nodes that have stopped using it", () => {
  expect(neededAfter([NEWEST])).toBe("");
  expect(neededAfter([LAST_ALONE, NEWEST])).toBe(LAST_ALONE);
  expect(NEEDED >= LAST_ALONE).toBe(true);
  expect(knows(NEWEST, LAST_ALONE)).toBe(true);
  expect(knows("0026-looser-keys", LAST_ALONE)).toBe(false);
  expect(knows("", LAST_ALONE)).toBe(false);
  expect(knows("", "")).toBe(true);
});

postgresTest("a migration that cannot have a table lets others go first, and tries again", async () => {
  await using site = await oldSite("PostgreSQL");
  await migrateUpTo(site.db, LAST_ALONE);
  await using other = await openDatabase(readConfig(site.env, ROOT).database);
  const waiting = sql<{ n: number }>`select count(*)::int as n from pg_locks l join pg_class c on c.oid = l.relation
    where c.relname = 'traffic' and not l.granted`;
  let migrating: Promise<string[]> | undefined;
  // A long read, such as that of a backup.
  await other.db.transaction().execute(async (tx) => {
    await sql`select count(*) from traffic`.execute(tx);
    migrating = migrate(site.db);
    await until(async () => (await waiting.execute(tx)).rows[0]!.n > 0, "A migration that waits");
    // This one stands behind it, and comes through although the long read goes on.
    await sql`select count(*) from traffic`.execute(other.db);
  });
  expect(await migrating).toEqual(Object.keys(MIGRATIONS).filter((name) => name > LAST_ALONE));
});
