import { sql } from "kysely";

import type { Held, Meme } from "../entities/meme.ts";
import { countForSite } from "./counters.ts";
import { heldColumn, memeColumns, toMeme, wholeMemes, type NewMeme } from "./meme-columns.ts";
import { updateVideo } from "./encodings.ts";
import { queueFormats } from "./formats.ts";
import type { Db } from "./schema.ts";
import type { NewestQuery } from "./newest.ts";

/** Adds a meme that only its author sees until staff approve it, or until its video is ready. */
export async function insertHeldMeme(db: Db, meme: NewMeme, held: Exclude<Held, "hidden">): Promise<void> {
  await db
    .insertInto("memes")
    .values({ ...memeColumns(meme), disabled: 1, slot: null, held: heldColumn(held), shown_when_free: 1 })
    .execute();
  if (meme.image.video) await updateVideo(db, meme.id, meme.image.video);
  await queueFormats(db, meme.id);
}

/** Holds a disabled meme. False, with nothing changed, if it is already held. */
export async function holdMeme(db: Db, id: string, held: Held, shownWhenFree: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("memes")
    .set({ held: heldColumn(held), shown_when_free: Number(shownWhenFree) })
    .where("id", "=", id)
    .where("held", "=", 0)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Releases a held meme, and enables it if `shownWhenFree`. False, with nothing changed, if it is no longer held the
 * same way.
 */
export async function freeMeme(db: Db, { id, age, held, shownWhenFree }: Meme): Promise<boolean> {
  const total = `memes:${age}` as const;
  const shown = shownWhenFree ? { disabled: 0, slot: (await countForSite(db, total, +1)) - 1 } : {};
  const { numUpdatedRows } = await db
    .updateTable("memes")
    .set({ held: 0, shown_when_free: 0, ...shown })
    .where("id", "=", id)
    .where("held", "=", heldColumn(held))
    .where("shown_when_free", "=", Number(shownWhenFree))
    .executeTakeFirst();
  if (numUpdatedRows === 0n && shownWhenFree) await countForSite(db, total, -1);
  return numUpdatedRows === 1n;
}

/** Holds a held meme for another reason. False, with nothing changed, if it is no longer held for the first. */
export async function holdOtherwise(db: Db, { id, held }: Pick<Meme, "id" | "held">, now: Held): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("memes")
    .set({ held: heldColumn(now) })
    .where("id", "=", id)
    .where("held", "=", heldColumn(held))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Counts up to `max`. */
export async function countHeld(db: Db, held: Held, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select 1 from memes where held > 0 and held = ${heldColumn(held)} limit ${max}) as counted`.execute(db);
  return Number(rows[0]!.count);
}

/** Oldest first. */
export async function listHeld(db: Db, held: Held, { after, skip, amount }: NewestQuery): Promise<Meme[]> {
  const newer = after ? sql<boolean>`(created_at, id) > (${after.at}, ${after.id})` : sql<boolean>`true`;
  const rows = await wholeMemes(db)
    .where("held", ">", 0)
    .where("held", "=", heldColumn(held))
    .where(newer)
    .orderBy("created_at")
    .orderBy("id")
    .limit(amount)
    .offset(skip)
    .execute();
  return rows.map(toMeme);
}
