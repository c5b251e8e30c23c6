import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

/** Saved memes. Everyone has one collection without a name, which holds all they have saved. */
export async function up(db: Db): Promise<void> {
  const { millis, serial, endTable } = dialectOf(db);
  const { schema } = db;
  await endTable(
    schema
      .createTable("collections")
      .addColumn("id", serial)
      .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("name_key", "text", (c) => c.notNull())
      .addColumn("share_key", "text", (c) => c.unique())
      .addColumn("meme_count", "integer", (c) => c.notNull().defaultTo(0))
      .addColumn("created_at", millis, (c) => c.notNull()),
    { keyed: false },
  ).execute();
  await schema.createIndex("collections_of_user").on("collections").columns(["user_id", "name_key"]).unique().execute();
  await endTable(
    schema
      .createTable("collected_memes")
      .addColumn("collection_id", "integer", (c) => c.notNull().references("collections.id").onDelete("cascade"))
      .addColumn("meme_id", "text", (c) => c.notNull().references("memes.id"))
      .addColumn("created_at", millis, (c) => c.notNull())
      .addPrimaryKeyConstraint("collected_memes_key", ["collection_id", "meme_id"]),
    { keyed: true },
  ).execute();
  await schema
    .createIndex("collected_memes_by_time")
    .on("collected_memes")
    .columns(["collection_id", "created_at", "meme_id"])
    .execute();
  await schema.createIndex("collected_memes_of_meme").on("collected_memes").column("meme_id").execute();
}
