import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

/** Memes that are videos: their picture is a poster. Until they are encoded, only their authors see them. */
export async function up(db: Db): Promise<void> {
  const { millis, endTable } = dialectOf(db);
  for (const column of ["video_ms", "video_sound", "video_bytes"])
    await db.schema.alterTable("memes").addColumn(column, "integer").execute();
  await endTable(
    db.schema
      .createTable("encodings")
      .addColumn("meme_id", "text", (c) => c.primaryKey().references("memes.id").onDelete("cascade"))
      .addColumn("ready_at", millis, (c) => c.notNull()),
    { keyed: true },
  ).execute();
}
