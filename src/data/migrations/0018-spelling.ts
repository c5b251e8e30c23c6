import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";
import { wordsOf } from "../search-words.ts";
import { insertWords } from "../spelling.ts";

const BATCH = 1000;

/** The words of captions and descriptions, for searches with a typo. */
export async function up(db: Db): Promise<void> {
  const { endTable } = dialectOf(db);
  await endTable(
    db.schema.createTable("words").addColumn("word", "text", (c) => c.notNull().primaryKey()),
    { keyed: true },
  ).execute();
  await endTable(
    db.schema
      .createTable("word_keys")
      .addColumn("key", "text", (c) => c.notNull())
      .addColumn("word", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("word_keys_key", ["key", "word"]),
    { keyed: true },
  ).execute();
  const done = new Set<string>();
  for (let after = ""; ;) {
    const memes = await db
      .selectFrom("memes")
      .select(["id", "caption", "alt"])
      .where("disabled", "=", 0)
      .where("id", ">", after)
      .orderBy("id")
      .limit(BATCH)
      .execute();
    const words = new Set(wordsOf(...memes.flatMap(({ caption, alt }) => [caption, alt])));
    await insertWords(db, [...words.difference(done)]);
    for (const word of words) done.add(word);
    if (memes.length < BATCH) return;
    after = memes.at(-1)!.id;
  }
}
