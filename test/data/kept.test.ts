import { describe, expect, test } from "bun:test";

import { EntityCache } from "../../src/data/cache.ts";
import { readCounters } from "../../src/data/counters.ts";
import type { OpenDatabase } from "../../src/data/database.ts";
import { findMeme, findMemes } from "../../src/data/memes.ts";
import { openDatabase } from "../../src/data/open.ts";
import type { Db } from "../../src/data/schema.ts";
import { DIALECTS, openWorld, type World } from "../world.ts";

/** A second process, as far as the database can tell. */
const elsewhere = (world: World): Promise<OpenDatabase> => openDatabase(world.services.config.database);

/** Another request comes in another turn. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

const setUsers = (db: Db, value: number) =>
  db.updateTable("counters").set({ value }).where("name", "=", "users").execute();

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

  test("is read several at once: what is missing with one load, in the order asked for", async () => {
    const { world, cache } = await open();
    await using _ = world;
    const by = await world.member();
    const [a, b, c] = [await world.meme({ by }), await world.meme({ by }), await world.meme({ by })];
    const loads: string[][] = [];
    const read = async (...ids: string[]) => {
      await nextTurn();
      await cache.look();
      const load = (missing: readonly string[]) => (loads.push([...missing]), findMemes(world.db, missing));
      return (await cache.memes.throughMany(ids, load)).map((meme) => meme?.caption);
    };
    const old = a.caption;
    expect(await read(b.id, a.id, b.id)).toEqual([old, old, old]);
    expect(await read(c.id, "1", a.id)).toEqual([old, undefined, old]);
    await world.db.updateTable("memes").set({ caption: "new" }).where("id", "=", a.id).execute();
    expect(await read(c.id, b.id, a.id)).toEqual([old, old, "new"]);
    expect(loads).toEqual([[b.id, a.id], [c.id, "1"], [a.id]]);
    const fail = () => cache.users.throughMany(["1", "2"], async () => Promise.reject(new Error("away")));
    expect((await Promise.allSettled([fail(), fail()])).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });
});

test("what is kept fits into its memory: what is asked for stays, the rest goes", async () => {
  await using world = await openWorld("SQLite");
  const cache = new EntityCache(world.services.database, { maxBytes: 20_000 });
  const kept = cache.keep<string>((text) => text.length, {});
  kept.set("hot", "x".repeat(100));
  for (let i = 0; i < 500; i++) {
    kept.set(`cold ${i}`, "x".repeat(100));
    expect(kept.get("hot")).toBeDefined();
  }
  const there = Array.from({ length: 500 }, (_, i) => kept.get(`cold ${i}`)).filter(Boolean).length;
  // Drafts, whole answers and ids by slot have the rest, which is more.
  expect(there).toBeGreaterThan(25);
  expect(there).toBeLessThan(60);
});

test("without memory nothing is kept, and no load is shared", async () => {
  await using world = await openWorld("SQLite");
  const cache = new EntityCache(world.services.database, { maxBytes: 0 });
  const kept = cache.keep<string>(() => 1, {});
  kept.set("a", "b");
  expect(kept.get("a")).toBeUndefined();
  let loads = 0;
  const load = async () => String(++loads);
  await cache.look();
  expect(await Promise.all([kept.through("a", load), kept.through("a", load)])).toEqual(["1", "2"]);
});

test("what comes along with a load is kept, unless one of its kind was forgotten meanwhile", async () => {
  await using world = await openWorld("SQLite");
  const kept = new EntityCache(world.services.database, { maxBytes: 1e6 }).keep<string>(() => 1, {});
  const [first, second, third] = [kept.alongside(), kept.alongside(), kept.alongside()];
  expect([first("a", "one"), second("a", "another")]).toEqual(["one", "one"]);
  kept.forget("b");
  expect([third("c", "late"), kept.get("c"), kept.get("a")]).toEqual(["late", undefined, "one"]);
});
