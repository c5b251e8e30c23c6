import { expect, test } from "bun:test";
import { join } from "node:path";

import { sql } from "kysely";

import { readCounters } from "../../src/data/counters.ts";
import { dialectOf } from "../../src/data/dialect.ts";
import { migrate } from "../../src/data/migrate.ts";
import { prepared } from "../../src/data/prepared.ts";
import { openSqlite } from "../../src/data/sqlite.ts";
import { transact } from "../../src/data/transaction.ts";
import { freshFolder } from "../world.ts";

const freshFile = () => join(freshFolder("sqlite"), "test.db");

test("readers see only committed rows, and never wait for a writer", async () => {
  await using open = openSqlite(freshFile());
  await migrate(open.db);
  const users = () =>
    open.db.selectFrom("counters").select("value").where("name", "=", "users").executeTakeFirstOrThrow();
  await open.db.transaction().execute(async (tx) => {
    await tx.updateTable("counters").set({ value: 7 }).where("name", "=", "users").execute();
    expect(await users()).toEqual({ value: 0 });
  });
  expect(await users()).toEqual({ value: 7 });
});

test("a snapshot does not move, whichever way it is read", async () => {
  await using open = openSqlite(freshFile());
  await migrate(open.db);
  await open.inSnapshot(async (db) => {
    const before = await readCounters(db);
    await open.db.updateTable("counters").set({ value: 7 }).where("name", "=", "users").execute();
    expect(await readCounters(db)).toEqual(before);
    expect(await db.selectFrom("counters").select("value").where("name", "=", "users").execute()).toEqual([
      { value: 0 },
    ]);
  });
  expect((await readCounters(open.db)).users).toBe(7);
});

test("concurrent transactions take turns, in this process and across two", async () => {
  const file = freshFile();
  await using one = openSqlite(file);
  await migrate(one.db);
  await using two = openSqlite(file);
  const add = (open: typeof one) =>
    open.db.transaction().execute(async (tx) => {
      const { value } = await tx
        .selectFrom("counters")
        .select("value")
        .where("name", "=", "users")
        .executeTakeFirstOrThrow();
      await Bun.sleep(1);
      await tx
        .updateTable("counters")
        .set({ value: value + 1 })
        .where("name", "=", "users")
        .execute();
    });
  await Promise.all(Array.from({ length: 60 }, (_, i) => add(i % 2 ? one : two)));
  const { value } = await one.db
    .selectFrom("counters")
    .select("value")
    .where("name", "=", "users")
    .executeTakeFirstOrThrow();
  expect(value).toBe(60);
});

test("a single statement waits for another process's write, without blocking this one", async () => {
  const file = freshFile();
  await using mine = openSqlite(file);
  await migrate(mine.db);
  await using other = openSqlite(file);
  let waited = 0;
  const ticking = setInterval(() => waited++, 10);
  const writing = other.db.transaction().execute(async (tx) => {
    await tx.updateTable("counters").set({ value: 1 }).where("name", "=", "users").execute();
    await Bun.sleep(1000);
  });
  await Bun.sleep(20);
  await mine.db.updateTable("counters").set({ value: 2 }).where("name", "=", "users").execute();
  await writing;
  clearInterval(ticking);
  expect((await readCounters(mine.db)).users).toBe(2);
  expect(waited).toBeGreaterThan(5);
});

test("a full disk is reported as such, on every path", async () => {
  await using open = openSqlite(freshFile());
  await migrate(open.db);
  const full = {
    code: "unavailable",
    message: expect.stringMatching(/^The disk of the database .+ is full: make room/),
  };
  await sql`pragma max_page_count = 1`.execute(open.db);
  const name = "x".repeat(100_000);
  await expect(open.db.insertInto("counters").values({ name, value: 1 }).execute()).rejects.toMatchObject(full);
  const many = open.db
    .transaction()
    .execute((tx) => dialectOf(tx).insertMany(tx, "counters", ["name", "value"], [[name, 1]]));
  await expect(many).rejects.toMatchObject(full);
  const write = prepared((db, name: string) => db.insertInto("counters").values({ name, value: 1 }));
  await expect(write(open.db, name)).rejects.toMatchObject(full);
  await expect(transact(open.db, async (tx) => write(tx, name))).rejects.toMatchObject(full);
});

test("a failed migration leaves nothing behind", async () => {
  await using open = openSqlite(freshFile());
  await expect(
    open.db.transaction().execute(async (tx) => {
      await tx.schema.createTable("half").addColumn("id", "text").execute();
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  expect((await open.db.introspection.getTables()).map((table) => table.name)).not.toContain("half");
});
