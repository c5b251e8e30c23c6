import type { Db } from "../schema.ts";

/** Sizes of the files of a video, for the answers that name them. */
export async function up(db: Db): Promise<void> {
  await db.schema
    .alterTable("videos")
    .addColumn("video_files", "text", (c) => c.notNull().defaultTo("[]"))
    .execute();
}
