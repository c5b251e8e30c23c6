import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sql } from "kysely";

import type { Changes } from "../../src/data/changes.ts";
import { countForSite, readCounters } from "../../src/data/counters.ts";
import { migrate } from "../../src/data/migrate.ts";
import { openSqlite } from "../../src/data/sqlite.ts";

const folder = mkdtempSync(join(tmpdir(), "guffaw-snapshot-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test("own commits are seen at once, those of other processes in the next turn at the latest", async () => {
  const file = join(folder, "fresh.db");
  await using mine = openSqlite(file);
  await migrate(mine.db);
  await using other = openSqlite(file);
  let told: Changes = [];
  const look = mine.watchChanges((changes) => (told = changes));
  look();
  for (let i = 1; i <= 20; i++) {
    await countForSite(i % 2 ? mine.db : other.db, "users", +1);
    if (i % 2 === 0) await nextTurn();
    look();
    expect(told).toMatchObject([{ kind: "total", subject: "users" }]);
    told = [];
    expect((await readCounters(mine.db)).users).toBe(i);
  }
});

test("a handwritten statement of our own is seen at once, too", async () => {
  const file = join(folder, "handwritten.db");
  await using mine = openSqlite(file);
  await migrate(mine.db);
  mine.watchChanges(() => {})();
  await sql`update counters set value = 1 where name = 'users'`.execute(mine.db);
  expect((await readCounters(mine.db)).users).toBe(1);
});

test("all reads in a turn see one snapshot, which ends with the turn", async () => {
  const file = join(folder, "turn.db");
  await using mine = openSqlite(file);
  await migrate(mine.db);
  using other = new Database(file);
  mine.watchChanges(() => {})();
  other.run("update counters set value = 1 where name = 'users'");
  expect((await readCounters(mine.db)).users).toBe(0);
  await nextTurn();
  expect((await readCounters(mine.db)).users).toBe(1);
});

test("a request that has waited shares any later snapshot, and a new one takes its own", async () => {
  const file = join(folder, "late.db");
  await using mine = openSqlite(file);
  await migrate(mine.db);
  await using other = openSqlite(file);
  let told: Changes = [];
  const look = mine.watchChanges((changes) => (told = changes));
  const arrivedAt = performance.now();
  await Bun.sleep(1);
  look(arrivedAt);
  await countForSite(other.db, "users", +1);
  // Whether or not its millisecond is over: this one came after the commit.
  look();
  expect(told).toMatchObject([{ kind: "total" }]);
});

test("constant reading keeps no commit out of the database file", async () => {
  const file = join(folder, "checkpoint.db");
  await using mine = openSqlite(file);
  await migrate(mine.db);
  const look = mine.watchChanges(() => {});
  // Without checkpoints, the log would grow to about 50 MB.
  for (let i = 0; i < 6000; i++) {
    look();
    await countForSite(mine.db, "users", +1);
  }
  expect(statSync(`${file}-wal`).size).toBeLessThan(25_000_000);
});

test.skipIf(!existsSync("/proc/locks"))(
  "a newcomer learns from the lock on the WAL index that it is not alone",
  async () => {
    const file = join(folder, "locks.db");
    await using mine = openSqlite(file);
    await migrate(mine.db);
    mine.watchChanges(() => {})();
    const { ino } = statSync(`${file}-shm`);
    const held = readFileSync("/proc/locks", "utf8")
      .split("\n")
      .filter((line) => line.includes(`:${ino} 128 128`));
    expect(held).toHaveLength(1);
  },
);
