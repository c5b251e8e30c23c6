import { describe, expect, test } from "bun:test";

import { sql } from "kysely";

import { migrateUpTo, pendingMigrations } from "../../src/data/migrate.ts";
import { MIGRATIONS } from "../../src/data/migrations/index.ts";
import { claimNode, releaseNode } from "../../src/data/nodes.ts";
import type { OpenDatabase } from "../../src/data/database.ts";
import { openDatabase } from "../../src/data/open.ts";
import { readConfig } from "../../src/config.ts";
import { DIALECTS, freshDatabase, freshFolder, ROOT, type DialectName } from "../world.ts";
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
