import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";

import { sql } from "kysely";

import { addForSite, countForSite, readCounters } from "../../src/data/counters.ts";
import { dialectOf } from "../../src/data/dialect.ts";
import { enqueueJob } from "../../src/data/jobs.ts";
import { migrate } from "../../src/data/migrate.ts";
import type { Db } from "../../src/data/schema.ts";
import { openSqlite } from "../../src/data/sqlite.ts";
import { transact } from "../../src/data/transaction.ts";
import { SyncGuard } from "../../src/sync-guard.ts";
import { freshFolder } from "../world.ts";

async function openFresh(guard = new SyncGuard()) {
  const file = join(freshFolder("group"), "test.db");
  const open = openSqlite(file, guard);
  await migrate(open.db);
  const other = new Database(file, { readonly: true });
  const query = other.query<{ subject: string }, []>("select subject from jobs where kind = 'test' order by run_at");
  return {
    db: open.db,
    /** What another process sees. */
    committed: () => query.all().map(({ subject }) => subject),
    async [Symbol.asyncDispose]() {
      query.finalize();
      other.close();
      await open[Symbol.asyncDispose]();
    },
  };
}

const add = (db: Db, subject: string, at = 0) => enqueueJob(db, "test", subject, at);

test("acts that arrive together share a commit, unless they take too long", async () => {
  await using site = await openFresh();
  const tryOnce = async (round: number) => {
    let acknowledged = 0;
    let isShared = false;
    const before = site.committed().length;
    const act = async (tx: Db, i: number) => {
      await add(tx, `act ${round} ${i}`);
      if (i === 2) isShared = acknowledged === 0 && site.committed().length === before;
    };
    await Promise.all([0, 1, 2].map((i) => transact(site.db, (tx) => act(tx, i)).then(() => acknowledged++)));
    expect(site.committed()).toHaveLength(before + 3);
    return isShared;
  };
  for (let round = 0; !(await tryOnce(round)); round++);
});

test("an act that fails is undone alone", async () => {
  await using site = await openFresh();
  const act = (i: number) =>
    transact(site.db, async (tx) => {
      await add(tx, `act ${i}`, i);
      await countForSite(tx, "users", +1);
      // The first of a group, and one in between.
      if (i === 0 || i === 3) throw new Error("changed my mind");
      if (i === 5) await tx.insertInto("counters").values({ name: "users", value: 1 }).execute();
    });
  const settled = await Promise.allSettled(Array.from({ length: 10 }, (_, i) => act(i)));
  expect(settled.flatMap(({ status }, i) => (status === "rejected" ? [i] : []))).toEqual([0, 3, 5]);
  expect(site.committed()).toEqual([1, 2, 4, 6, 7, 8, 9].map((i) => `act ${i}`));
  expect((await readCounters(site.db)).users).toBe(7);
});

test("every act is on disk by the time it is acknowledged", async () => {
  await using site = await openFresh();
  const late: string[] = [];
  const write = async (i: number) => {
    await Bun.sleep(i % 5);
    const subject = `act ${i}`;
    await (i % 4 === 0 ? add(site.db, subject) : transact(site.db, (tx) => add(tx, subject)));
    if (!site.committed().includes(subject)) late.push(subject);
  };
  await Promise.all(Array.from({ length: 1000 }, (_, i) => write(i)));
  expect(late).toEqual([]);
  expect(site.committed()).toHaveLength(1000);
});

test("if the commit fails, so does every act of the group, and nothing of it stays", async () => {
  await using site = await openFresh();
  const settled = await Promise.allSettled([
    transact(site.db, (tx) => add(tx, "before")),
    transact(site.db, async (tx) => {
      await add(tx, "dangling");
      await sql`pragma defer_foreign_keys = on`.execute(tx);
      await sql`insert into follows (follower_id, followed_id, created_at) values ('nobody', 'anybody', 0)`.execute(tx);
    }),
    add(site.db, "single"),
    transact(site.db, (tx) => add(tx, "after")),
  ]);
  expect(settled[1].status).toBe("rejected");
  // On a slow machine, the others may have been in other groups, in any order.
  const kept = ["before", "dangling", "single", "after"].filter((_, i) => settled[i]!.status === "fulfilled");
  expect(site.committed().sort()).toEqual(kept.sort());
  await transact(site.db, (tx) => add(tx, "later"));
  expect(site.committed().sort()).toEqual([...kept, "later"].sort());
});

test("an act that SQLite has rolled back is not acknowledged, even if it ignores the error", async () => {
  await using site = await openFresh();
  const ignoring = (name: string) =>
    transact(site.db, async (tx) => {
      await add(tx, name);
      await tx
        .insertInto("counters")
        .orRollback()
        .values({ name: "users", value: 1 })
        .execute()
        .catch(() => {});
    });
  // The first of a group is no savepoint, and the second is one.
  expect((await Promise.allSettled([ignoring("alone")])).map(({ status }) => status)).toEqual(["rejected"]);
  const [first, second] = await Promise.allSettled([transact(site.db, (tx) => add(tx, "first")), ignoring("second")]);
  expect(second.status).toBe("rejected");
  // On a slow machine, the first may have been in another group.
  expect(site.committed()).toEqual(first.status === "fulfilled" ? ["first"] : []);
});

test("a group whose guard breaks before its commit is not acknowledged", async () => {
  const guard = new SyncGuard();
  await using site = await openFresh(guard);
  const [one, two] = await Promise.allSettled([
    transact(site.db, (tx) => add(tx, "one")),
    transact(site.db, async (tx) => {
      await add(tx, "two");
      guard.fail("the images");
    }),
  ]);
  expect(two.status).toBe("rejected");
  // On a slow machine, the first may have been in another group.
  expect(site.committed()).toEqual(one.status === "fulfilled" ? ["one"] : []);
});

test("a transaction's handle is worthless once it has ended", async () => {
  await using site = await openFresh();
  let leaked!: Db;
  await transact(site.db, async (tx) => void (leaked = tx));
  await expect(add(leaked, "late")).rejects.toThrow("committed");
  expect(site.committed()).toEqual([]);
});

test("what acts leave for the end of their group is joined, and nothing is left of those that were undone", async () => {
  await using site = await openFresh();
  const { search } = dialectOf(site.db);
  const find = async (word: string) => {
    const query = { words: [{ word, near: [] }], whole: true, age: 4, before: undefined, amount: 10 } as const;
    return (await search.find(site.db, query)).ids;
  };
  const put = (id: string, ...words: string[]) => transact(site.db, (tx) => search.put(tx, { id, age: 1, words }));
  const before = (await readCounters(site.db)).ratings;
  const rate = (by: number, fails = false) =>
    transact(site.db, async (tx) => {
      await addForSite(tx, "ratings", by);
      await addForSite(tx, "ratings", by);
      if (fails) throw new Error("changed my mind");
    });
  await Promise.allSettled([rate(1), rate(10), rate(100, true), rate(-3)]);
  expect((await readCounters(site.db)).ratings).toBe(before + 2 * (1 + 10 - 3));
  const acts = Promise.allSettled([
    put("1", "cat"),
    put("2", "cat"),
    transact(site.db, async (tx) => {
      await search.put(tx, { id: "1", age: 1, words: ["lost"] });
      await search.remove(tx, "2");
      throw new Error("changed my mind");
    }),
    put("3", "cat"),
    transact(site.db, (tx) => search.remove(tx, "2")),
    put("3", "dog"),
    transact(site.db, (tx) => search.remove(tx, "4")),
    put("4", "dog"),
  ]);
  expect((await acts).map(({ status }) => status).indexOf("rejected")).toBe(2);
  expect(await find("cat")).toEqual(["1"]);
  expect(await find("dog")).toEqual(["4", "3"]);
  expect(await find("lost")).toEqual([]);
});
