import { sql } from "kysely";

import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";
import { longWordsOf } from "../search-words.ts";
import { insertWords } from "../spelling.ts";

const BATCH = 1000;

export async function up(db: Db): Promise<void> {
  await addNames(db);
  const { schema } = db;
  await dialectOf(db)
    .endTable(
      schema
        .createTable("avatar_looks")
        .addColumn("a", "integer", (c) => c.notNull())
        .addColumn("b", "integer", (c) => c.notNull())
        .addColumn("c", "integer", (c) => c.notNull())
        .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
        .addPrimaryKeyConstraint("avatar_looks_key", ["a", "b", "c", "user_id"]),
      { keyed: true },
    )
    .execute();
  for (const column of ["b", "c", "user_id"])
    await schema.createIndex(`avatar_looks_by_${column}`).on("avatar_looks").column(column).execute();
  await sql`insert into jobs (kind, subject, run_at, attempts, error)
    select 'complete-looks', '', 0, 0, null where exists (select 1 from users)`.execute(db);
  // With the age, the feed of whom one follows needs nothing but the index.
  await schema.dropIndex("memes_shown_of_author").execute();
  await sql`create index memes_shown_of_author on memes (author_id, created_at, id, age) where disabled = 0`.execute(
    db,
  );
}

/** The long words of authors' names, for searches for their beginning. */
async function addNames(db: Db): Promise<void> {
  for (let after = ""; ;) {
    const users = await db
      .selectFrom("users")
      .select(["id", "username"])
      .where("meme_count", ">", 0)
      .where("id", ">", after)
      .orderBy("id")
      .limit(BATCH)
      .execute();
    await insertWords(db, [...new Set(users.flatMap(({ username }) => longWordsOf(username)))]);
    if (users.length < BATCH) return;
    after = users.at(-1)!.id;
  }
}
