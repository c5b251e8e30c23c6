import { describe, expect, test } from "bun:test";

import { readCounters } from "../../src/data/counters.ts";
import { EntityCache } from "../../src/data/cache.ts";
import { asOneChange, MAX_CHANGES, type Changes } from "../../src/data/changes.ts";
import type { OpenDatabase } from "../../src/data/database.ts";
import { findMeme } from "../../src/data/memes.ts";
import { openDatabase } from "../../src/data/open.ts";
import type { Db } from "../../src/data/schema.ts";
import { DIALECTS, openWorld, type World } from "../world.ts";

/** A second process, as far as the database can tell. */
const elsewhere = (world: World): Promise<OpenDatabase> => openDatabase(world.services.config.database);

const setUsers = (db: Db, value: number) =>
  db.updateTable("counters").set({ value }).where("name", "=", "users").execute();

const inWords = (changes: Changes): string[] =>
  changes === "everything"
    ? [changes]
    : changes.map(({ kind, subject, owner }) => `${kind} ${subject} ${owner}`.trim());

/** Another request comes in another turn. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Looks in a new turn each time, like requests that come one after the other. */
function watch({ services }: World): () => Promise<string[]> {
  let told: string[] = [];
  const look = services.database.watchChanges((changes) => (told = inWords(changes)));
  return async () => {
    told = [];
    await nextTurn();
    await look();
    return told;
  };
}

describe.each(DIALECTS)("changes on %s", (dialect) => {
  test("are told once, by subject, whoever made them", async () => {
    await using world = await openWorld(dialect);
    await using other = await elsewhere(world);
    const told = watch(world);
    expect(await told()).toEqual(["everything"]);
    expect(await told()).toEqual([]);

    const { user } = await world.member();
    expect(await told()).toContain("total users"); // a new account and a new key change nothing that is kept
    const meme = await world.meme({ by: { user, key: "" } });
    expect(await told()).toEqual(expect.arrayContaining([`meme ${meme.id} ${user.id}`, `user ${user.id}`]));
    for (const db of [world.db, other.db]) {
      await db.updateTable("memes").set({ caption: crypto.randomUUID() }).where("id", "=", meme.id).execute();
      expect(await told()).toEqual([`meme ${meme.id} ${user.id}`]);
      await db.updateTable("users").set({ staff: 1, bio: "x" }).where("id", "=", user.id).execute();
      await db.updateTable("users").set({ staff: 0, bio: "y" }).where("id", "=", user.id).execute();
      expect(new Set(await told())).toEqual(new Set([`user ${user.id}`]));
      const [key] = await db.selectFrom("api_keys").selectAll().execute();
      await db.updateTable("api_keys").set({ used_at: Date.now() }).execute();
      expect(await told()).toEqual([]);
      await db.updateTable("api_keys").set({ revoked_at: Date.now(), used_at: null }).execute();
      expect(await told()).toEqual([`key ${key!.id}`]);
      const comment = { meme_id: meme.id, author_id: user.id, content: "!", created_at: 1 };
      await db.insertInto("comments").values(comment).execute();
      expect(await told()).toEqual([`comment ${meme.id}`]);
      await db.deleteFrom("comments").execute();
      expect(await told()).toEqual([`comment ${meme.id}`]);
    }
  });

  test("name both when a row goes from one to another", async () => {
    await using world = await openWorld(dialect);
    const [ann, bob] = [await world.member(), await world.member()];
    const meme = await world.meme({ by: ann });
    const told = watch(world);
    await told();
    await world.db.updateTable("memes").set({ author_id: bob.user.id }).execute();
    expect((await told()).toSorted()).toEqual(
      [`meme ${meme.id} ${ann.user.id}`, `meme ${meme.id} ${bob.user.id}`].toSorted(),
    );
  });

  test("are written for every column of a key but the time of its last use", async () => {
    await using world = await openWorld(dialect);
    await world.member();
    const told = watch(world);
    await told();
    const tables = await world.db.introspection.getTables();
    const columns = tables.find(({ name }) => name === "api_keys")!.columns.map(({ name }) => name);
    for (const column of columns.filter((name) => name !== "used_at")) {
      const value = await world.db.selectFrom("api_keys").selectAll().executeTakeFirstOrThrow();
      const old = value[column as keyof typeof value];
      const changed = column === "user_id" ? (await world.member()).user.id : typeof old === "string" ? `${old}x` : 1;
      await told();
      await world.db
        .updateTable("api_keys")
        .set({ [column]: changed === old ? 0 : changed })
        .where("id", "=", value.id)
        .execute();
      expect([column, ...(await told())]).toEqual([
        column,
        expect.stringMatching(/^key /),
        ...(column === "id" ? [expect.anything()] : []),
      ]);
    }
  });

  test("that are rolled back are never told, and those before and after are", async () => {
    await using world = await openWorld(dialect);
    await using other = await elsewhere(world);
    const told = watch(world);
    await told();
    await setUsers(other.db, 1);
    const failed = other.db.transaction().execute(async (tx) => {
      await tx.updateTable("counters").set({ value: 9 }).where("name", "=", "ratings").execute();
      throw new Error("no");
    });
    await expect(failed).rejects.toThrow("no");
    expect(await told()).toEqual(["total users"]);
    await setUsers(other.db, 2);
    expect(await told()).toEqual(["total users"]);
  });

  test("of a bulk load are one, and a look after many begins anew", async () => {
    await using world = await openWorld(dialect);
    const told = watch(world);
    await told();
    const count = () =>
      world.db
        .selectFrom("changes")
        .select((eb) => eb.fn.countAll().as("n"))
        .executeTakeFirstOrThrow()
        .then(({ n }) => Number(n));
    const before = await count();
    await world.db.transaction().execute((tx) =>
      asOneChange(tx, async () => {
        for (let i = 0; i < 10; i++) await setUsers(tx, 10 + i);
      }),
    );
    expect(await count()).toBe(before + 1);
    expect(await told()).toEqual(["everything"]);
    await world.db.transaction().execute(async (tx) => {
      for (let i = 0; i <= MAX_CHANGES; i++) await setUsers(tx, 100 + i);
    });
    expect(await told()).toEqual(["everything"]);
    await setUsers(world.db, 1);
    expect(await told()).toEqual(["total users"]);
  });
});

describe.each(DIALECTS)("what is kept on %s", (dialect) => {
  const open = async () => {
    const world = await openWorld(dialect);
    return { world, cache: new EntityCache(world.services.database, { maxBytes: 1e6 }) };
  };

  test("stays until it changes, and others stay with it", async () => {
    const { world, cache } = await open();
    await using _ = world;
    await using other = await elsewhere(world);
    const by = await world.member();
    const [a, b] = [await world.meme({ by }), await world.meme({ by })];
    let loads = 0;
    const caption = async (id: string) => {
      await nextTurn();
      await cache.look();
      return (await cache.memes.through(id, () => (loads++, findMeme(world.db, id))))?.caption;
    };
    expect([await caption(a.id), await caption(b.id), await caption(a.id), loads]).toEqual([
      a.caption,
      b.caption,
      a.caption,
      2,
    ]);
    for (const [i, { db }] of [other, world].entries()) {
      await db
        .updateTable("memes")
        .set({ caption: `new ${i}` })
        .where("id", "=", a.id)
        .execute();
      expect([await caption(a.id), await caption(b.id)]).toEqual([`new ${i}`, b.caption]);
    }
    expect(loads).toBe(4);
  });

  test("is not kept if it changed while it was loading, and nobody else gets it", async () => {
    const { world, cache } = await open();
    await using _ = world;
    await cache.look();
    const users = async () => (await readCounters(world.db)).users;
    const before = await users();
    const late = cache.counters.through("all", async () => {
      const old = await readCounters(world.db);
      await setUsers(world.db, before + 1);
      await cache.look(); // another request, meanwhile
      expect((await cache.counters.through("all", async () => readCounters(world.db)))?.users).toBe(before + 1);
      return old;
    });
    expect((await late)?.users).toBe(before); // it came before the change
    expect(cache.counters.get("all")?.users).toBe(before + 1);
  });

  test("is loaded once for all who ask at the same time, also if that fails", async () => {
    const { world, cache } = await open();
    await using _ = world;
    await cache.look();
    let loads = 0;
    const load = async () => (loads++, await Bun.sleep(1), readCounters(world.db));
    await Promise.all([cache.counters.through("all", load), cache.counters.through("all", load)]);
    expect(loads).toBe(1);
    const fail = () => cache.users.through("1", async () => Promise.reject(new Error("away")));
    expect((await Promise.allSettled([fail(), fail()])).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await cache.users.through("1", async () => undefined)).toBeUndefined();
  });
});

test("what is kept fits into its memory: what is asked for stays, the rest goes", async () => {
  await using world = await openWorld("SQLite");
  const cache = new EntityCache(world.services.database, { maxBytes: 10_000 });
  const kept = cache.keep<string>((text) => text.length, {});
  kept.set("hot", "x".repeat(100));
  for (let i = 0; i < 500; i++) {
    kept.set(`cold ${i}`, "x".repeat(100));
    expect(kept.get("hot")).toBeDefined();
  }
  const there = Array.from({ length: 500 }, (_, i) => kept.get(`cold ${i}`)).filter(Boolean).length;
  expect(there).toBeGreaterThan(40);
  expect(there).toBeLessThan(100);
  const off = new EntityCache(world.services.database, { maxBytes: 0 }).keep<string>(() => 1, {});
  off.set("a", "b");
  expect(off.get("a")).toBeUndefined();
});

test("SQLite keeps the newest changes, and whoever comes too late forgets everything", async () => {
  await using world = await openWorld("SQLite");
  const [late, prompt] = [watch(world), watch(world)];
  await Promise.all([late(), prompt()]);
  for (let i = 0; i < 24; i++) {
    await world.db.transaction().execute(async (tx) => {
      for (let j = 0; j < 500; j++) await setUsers(tx, j);
    });
    expect((await prompt()).length).toBe(500);
  }
  expect(await late()).toEqual(["everything"]);
  expect(await late()).toEqual([]);
  const rows = await world.db.selectFrom("changes").select("kind").execute();
  expect(rows.length).toBeLessThan(11_000);
});
