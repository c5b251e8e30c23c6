import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

/** What templates look like with words on them, and the memes that were made with each. */
export async function up(db: Db): Promise<void> {
  const { decimal, endTable } = dialectOf(db);
  const { schema } = db;
  await schema.alterTable("templates").addColumn("preview_id", "text").execute();
  await schema
    .alterTable("templates")
    .addColumn("alt", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  await schema.createIndex("templates_of_preview").on("templates").column("preview_id").execute();
  // Enabled memes only, with what lists are sorted by: they come and go with the meme, like its tags.
  await endTable(
    schema
      .createTable("template_memes")
      .addColumn("meme_id", "text", (c) => c.primaryKey().notNull().references("memes.id").onDelete("cascade"))
      .addColumn("template_id", "text", (c) => c.notNull().references("templates.id").onDelete("cascade"))
      .addColumn("age", "integer", (c) => c.notNull())
      .addColumn("score", decimal, (c) => c.notNull()),
    { keyed: true },
  ).execute();
  await schema
    .createIndex("template_memes_by_score")
    .on("template_memes")
    .columns(["template_id", "age", "score", "meme_id"])
    .execute();
}
