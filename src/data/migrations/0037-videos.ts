import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

/** Memes that are videos: their picture is a poster. Until they are encoded, only their authors see them. */
export async function up(db: Db): Promise<void> {
  const { millis, endTable } = dialectOf(db);
  // Not columns of memes: see CONTRIBUTING.md on migrations.
  await endTable(
    db.schema
      .createTable("videos")
      .addColumn("meme_id", "text", (c) => c.primaryKey().references("memes.id").onDelete("cascade"))
      .addColumn("video_ms", "integer", (c) => c.notNull())
      .addColumn("video_sound", "integer", (c) => c.notNull())
      .addColumn("video_bytes", "integer", (c) => c.notNull())
      // Sizes of its files, for the answers that name them.
      .addColumn("video_files", "text", (c) => c.notNull().defaultTo("[]")),
    { keyed: true },
  ).execute();
  await endTable(
    db.schema
      .createTable("encodings")
      .addColumn("meme_id", "text", (c) => c.primaryKey().references("memes.id").onDelete("cascade"))
      .addColumn("ready_at", millis, (c) => c.notNull()),
    { keyed: true },
  ).execute();
}
