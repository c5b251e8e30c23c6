import type { MemeVideo } from "../entities/meme.ts";
import { videoColumns } from "./meme-columns.ts";
import type { Db } from "./schema.ts";
import { readFact, writeFact } from "./site.ts";

/** Videos that are being encoded, and when they will probably be ready. */
export async function insertEncoding(db: Db, memeId: string, readyAt: number): Promise<void> {
  await db.insertInto("encodings").values({ meme_id: memeId, ready_at: readyAt }).execute();
}

export async function updateReadyAt(db: Db, memeId: string, readyAt: number): Promise<void> {
  await db.updateTable("encodings").set({ ready_at: readyAt }).where("meme_id", "=", memeId).execute();
}

/** Undefined if nobody knows. */
export async function findReadyAt(db: Db, memeId: string): Promise<number | undefined> {
  const row = await db.selectFrom("encodings").select("ready_at").where("meme_id", "=", memeId).executeTakeFirst();
  return row?.ready_at;
}

const PACE = "video_pace";

/** How long videos have lately taken, compared to what was expected of them. */
export const readPace = async (db: Db): Promise<number> => Number((await readFact(db, PACE)) ?? 1);

export const writePace = (db: Db, pace: number): Promise<void> => writeFact(db, PACE, pace.toFixed(3));

/** When all that wait will probably be ready; undefined if none does. */
export async function findLastReadyAt(db: Db): Promise<number | undefined> {
  const { at } = await db
    .selectFrom("encodings")
    .select((eb) => eb.fn.max("ready_at").as("at"))
    .executeTakeFirstOrThrow();
  return at ?? undefined;
}

export async function deleteEncoding(db: Db, memeId: string): Promise<void> {
  await db.deleteFrom("encodings").where("meme_id", "=", memeId).execute();
}

/** What is known of a video once it is encoded. */
export async function updateVideo(db: Db, memeId: string, video: MemeVideo): Promise<void> {
  const columns = videoColumns(video);
  await db
    .insertInto("videos")
    .values({ meme_id: memeId, ...columns })
    .onConflict((c) => c.column("meme_id").doUpdateSet(columns))
    .execute();
}
