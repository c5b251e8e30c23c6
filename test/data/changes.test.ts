import { describe, expect, test } from "bun:test";

import { sql } from "kysely";

import { asOneChange, MAX_CHANGES, type Changes } from "../../src/data/changes.ts";
import type { OpenDatabase } from "../../src/data/database.ts";
import { dialectOf } from "../../src/data/dialect.ts";
import { openDatabase } from "../../src/data/open.ts";
import type { Db } from "../../src/data/schema.ts";
import { until } from "../until.ts";
import { describePostgres } from "../postgres-test.ts";
import { CROWD, DIALECTS, openWorld, type World } from "../world.ts";

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

describePostgres("changes on PostgreSQL alone", () => {
  const setTotal = (db: Db, name: string, value: number) =>
    db.updateTable("counters").set({ value }).where("name", "=", name).execute();

  test("are told once while a long transaction is open, and its own when it commits", async () => {
    await using world = await openWorld("PostgreSQL", CROWD);
    await using other = await elsewhere(world);
    const told = watch(world);
    await told();
    const commit = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const long = other.db.transaction().execute(async (tx) => {
      await setTotal(tx, "ratings", 7);
      written.resolve();
      await commit.promise;
    });
    await written.promise;
    for (let i = 1; i <= 5; i++) {
      await setUsers(world.db, i);
      expect(await told()).toEqual(["total users"]);
      expect(await told()).toEqual([]);
    }
    await dialectOf(world.db).changes.trim(world.db);
    await dialectOf(world.db).changes.trim(world.db);
    commit.resolve();
    await long;
    expect(await told()).toEqual(["total ratings"]);
    expect(await told()).toEqual([]);
  });

  test("are trimmed, and a node that did not look in between forgets everything", async () => {
    await using world = await openWorld("PostgreSQL", CROWD);
    const [prompt, late] = [watch(world), watch(world)];
    await Promise.all([prompt(), late()]);
    await setUsers(world.db, 1);
    expect(await prompt()).toEqual(["total users"]);
    // Transactions in other databases of this server may hold it up.
    await until(async () => {
      await world.db.transaction().execute((tx) => dialectOf(tx).changes.trim(tx));
      expect(await prompt()).toEqual([]);
      return (await world.db.selectFrom("changes").select("kind").execute()).length === 0;
    });
    expect(await late()).toEqual(["everything"]);
    expect(await late()).toEqual([]);
  });

  test("that come from another server's dump hold nothing up for long", async () => {
    await using world = await openWorld("PostgreSQL", CROWD);
    const told = watch(world);
    await told();
    const trim = () => world.db.transaction().execute((tx) => dialectOf(tx).changes.trim(tx));
    // There, many more transactions had been counted.
    await sql`update change_floor set floor = '900000000000', next_floor = '900000000000'`.execute(world.db);
    await sql`insert into changes (xid, kind, subject) values ('900000000001', 'total', 'users')`.execute(world.db);
    await setTotal(world.db, "ratings", 1);
    expect(await told()).toEqual(["everything"]);
    await trim();
    await setTotal(world.db, "ratings", 2);
    expect(await told()).toEqual(["everything"]);
    await trim();
    await told();
    await setTotal(world.db, "ratings", 3);
    expect(await told()).toEqual(["total ratings"]);
  });

  test("that a table is emptied is one", async () => {
    await using world = await openWorld("PostgreSQL", CROWD);
    const told = watch(world);
    await told();
    await sql`truncate comments cascade`.execute(world.db);
    expect(await told()).toEqual(["everything"]);
  });

  test("are looked for once for all requests that came before, and a failed look forgets everything", async () => {
    await using world = await openWorld("PostgreSQL", CROWD);
    const { database } = world.services;
    const forgotten: Changes[] = [];
    const look = database.watchChanges((changes) => forgotten.push(changes));
    await Promise.all(Array.from({ length: 100 }, () => look()));
    expect(forgotten).toEqual(["everything"]);
    const arrivedAt = performance.now();
    await Promise.all([look(), look()]);
    await look(arrivedAt); // it came before that look
    expect(forgotten).toHaveLength(2);
    await sql`alter table changes rename to hidden_changes`.execute(world.db);
    await look();
    expect(forgotten.at(-1)).toBe("everything");
    await sql`alter table hidden_changes rename to changes`.execute(world.db);
    await look();
    expect(forgotten.slice(2)).toEqual(["everything", "everything"]);
    await look();
    expect(forgotten.at(-1)).toEqual([]);
  });
});
