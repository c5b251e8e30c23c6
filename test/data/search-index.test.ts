import { expect, test } from "bun:test";
import { join } from "node:path";

import { sql } from "kysely";

import { dialectOf } from "../../src/data/dialect.ts";
import { migrate } from "../../src/data/migrate.ts";
import { openSqlite } from "../../src/data/sqlite.ts";
import { transact } from "../../src/data/transaction.ts";
import { freshFolder } from "../world.ts";

const MEMES = 400;
const REPLACED = 130;

test("SQLite's index is not rewritten while a third of its entries are replaced, and finds none of those", async () => {
  await using site = openSqlite(join(freshFolder("search"), "test.db"));
  const { db } = site;
  await migrate(db);
  const { search } = dialectOf(db);
  const entry = (id: number, word: string) => ({ id: String(id), age: 1, words: [word, `meme${id}`] });
  const find = async (word: string) => {
    const query = { words: [{ word, near: [] }], whole: true, age: 4, before: undefined, amount: MEMES } as const;
    return (await search.find(db, query)).ids.length;
  };
  /** The largest segment is the first to be written; what is written later comes behind it. */
  const firstBlocks = async () => {
    const { rows } = await sql<{ id: number }>`select id from search_data where id > 100 order by id limit 3`.execute(
      db,
    );
    return rows.map(({ id }) => id);
  };
  await search.load(
    db,
    Array.from({ length: MEMES }, (_, i) => entry(i + 1, "cat")),
  );
  await search.settle(db);
  const before = await firstBlocks();
  await transact(db, async (tx) => {
    for (let id = 1; id <= REPLACED; id++) await search.put(tx, entry(id, "dog"));
  });
  // FTS5 looks for what to merge whenever something is written.
  for (const id of [MEMES + 1, MEMES + 2]) await transact(db, (tx) => search.put(tx, entry(id, "bird")));
  expect(await firstBlocks()).toEqual(before);
  expect([await find("cat"), await find("dog"), await find("bird")]).toEqual([MEMES - REPLACED, REPLACED, 2]);
});
