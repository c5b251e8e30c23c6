import { sql } from "kysely";

import { tagsOf } from "../../entities/tag.ts";
import { dialectOf } from "../dialect.ts";
import { PRIOR } from "../periods.ts";
import type { Db } from "../schema.ts";

const BATCH = 1000;

export async function up(db: Db): Promise<void> {
  const { millis, decimal, endTable, indexBeginnings } = dialectOf(db);
  const { schema } = db;
  await endTable(
    schema
      .createTable("tags")
      .addColumn("name", "text", (c) => c.notNull().primaryKey())
      .addColumn("meme_count", "integer", (c) => c.notNull().defaultTo(0))
      .addColumn("mature_count", "integer", (c) => c.notNull().defaultTo(0))
      .addColumn("follower_count", "integer", (c) => c.notNull().defaultTo(0)),
    { keyed: true },
  ).execute();
  await sql`create index tags_by_memes on tags (meme_count, name) where meme_count > 0`.execute(db);
  await indexBeginnings(db, "tags", "name");

  // The tags of enabled memes, with what lists are sorted by.
  await endTable(
    schema
      .createTable("meme_tags")
      .addColumn("meme_id", "text", (c) => c.notNull())
      .addColumn("tag", "text", (c) => c.notNull())
      .addColumn("age", "integer", (c) => c.notNull())
      .addColumn("created_at", millis, (c) => c.notNull())
      .addColumn("score", decimal, (c) => c.notNull())
      .addColumn("heat", millis, (c) => c.notNull())
      .addPrimaryKeyConstraint("meme_tags_key", ["meme_id", "tag"]),
    { keyed: true },
  ).execute();
  for (const order of ["created_at", "score", "heat"])
    await sql`create index ${sql.ref(`meme_tags_by_${order}`)} on meme_tags (tag, age, ${sql.ref(order)}, meme_id)`.execute(
      db,
    );

  await endTable(
    schema
      .createTable("tag_follows")
      .addColumn("user_id", "text", (c) => c.notNull().references("users.id"))
      .addColumn("tag", "text", (c) => c.notNull())
      .addColumn("created_at", millis, (c) => c.notNull())
      .addPrimaryKeyConstraint("tag_follows_key", ["user_id", "tag"]),
    { keyed: true },
  ).execute();
  await schema.createIndex("tag_follows_by_tag").on("tag_follows").column("tag").execute();
  await fill(db);
}

/** From the captions there are. */
async function fill(db: Db): Promise<void> {
  const columns = ["meme_id", "tag", "age", "created_at", "score", "heat"];
  for (let after = ""; ;) {
    const memes = await db
      .selectFrom("memes")
      .select(["id", "caption", "age", "created_at", "rating_sum", "rating_count", "heat"])
      .where("disabled", "=", 0)
      .where("caption", "like", "%#%")
      .where("id", ">", after)
      .orderBy("id")
      .limit(BATCH)
      .execute();
    const rows = memes.flatMap((meme) =>
      tagsOf(meme.caption).map((tag) => [
        meme.id,
        tag,
        meme.age,
        meme.created_at,
        meme.rating_count === 0 ? 0 : (meme.rating_sum + PRIOR.sum) / (meme.rating_count + PRIOR.count),
        meme.heat,
      ]),
    );
    if (rows.length > 0) await dialectOf(db).insertMany(db, "meme_tags", columns, rows);
    if (memes.length < BATCH) break;
    after = memes.at(-1)!.id;
  }
  await sql`insert into tags (name, meme_count, mature_count)
    select tag, sum(case when age < 4 then 1 else 0 end), sum(case when age < 4 then 0 else 1 end)
    from meme_tags group by tag`.execute(db);
}
