import { countForSite, type Age } from "./counters.ts";
import { first, prepared } from "./prepared.ts";
import type { Db, MemeRow, NewMeme } from "./schema.ts";

const byId = prepared((db, id: string) => db.selectFrom("memes").selectAll().where("id", "=", id));
const bySlot = prepared((db, age: number, slot: number) =>
  db.selectFrom("memes").selectAll().where("age", "=", age).where("slot", "=", slot),
);
const byAuthor = prepared((db, authorId: string) =>
  db
    .selectFrom("memes")
    .selectAll()
    .where("author_id", "=", authorId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc"),
);

export const findMeme = (db: Db, id: string) => first(byId(db, id));
export const findMemeInSlot = (db: Db, age: Age, slot: number) => first(bySlot(db, age, slot));
/** Newest first, disabled ones included. */
export const listMemesOfAuthor = (db: Db, authorId: string) => byAuthor(db, authorId);

/** Adds an enabled meme in the next free slot of its age. */
export async function insertMeme(db: Db, meme: Omit<NewMeme, "slot" | "disabled">): Promise<void> {
  const slot = (await countForSite(db, `memes:${meme.age as Age}`, +1)) - 1;
  await db
    .insertInto("memes")
    .values({ ...meme, disabled: 0, slot })
    .execute();
}

export async function updateCaption(db: Db, id: string, caption: string): Promise<void> {
  await db.updateTable("memes").set({ caption }).where("id", "=", id).execute();
}

/**
 * Takes an enabled meme out of its slot and lets the last one of its age move there, so that no gap is left.
 * The site total is changed first: it is the lock that every change of slots passes. False, and nothing changed, if it was not enabled.
 */
export async function disableMeme(db: Db, { id, age }: MemeRow): Promise<boolean> {
  const total = `memes:${age as Age}` as const;
  const last = await countForSite(db, total, -1);
  const current = await db.selectFrom("memes").select("slot").where("id", "=", id).executeTakeFirst();
  if (current?.slot == null) {
    await countForSite(db, total, +1);
    return false;
  }
  await db.updateTable("memes").set({ disabled: 1, slot: null }).where("id", "=", id).execute();
  if (current.slot !== last) {
    await db.updateTable("memes").set({ slot: current.slot }).where("age", "=", age).where("slot", "=", last).execute();
  }
  return true;
}

/** False, and nothing changed, if it was not disabled. */
export async function enableMeme(db: Db, { id, age }: MemeRow): Promise<boolean> {
  const total = `memes:${age as Age}` as const;
  const slot = (await countForSite(db, total, +1)) - 1;
  const { numUpdatedRows } = await db
    .updateTable("memes")
    .set({ disabled: 0, slot })
    .where("id", "=", id)
    .where("disabled", "=", 1)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) await countForSite(db, total, -1);
  return numUpdatedRows === 1n;
}

/** Everything that hangs on the meme must be gone already, and so must its slot. */
export async function deleteMeme(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("memes").where("id", "=", id).executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Makes everyone else who changes this meme's ratings wait for the end of this transaction. False if it is gone. */
export async function lockMeme(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("memes")
    .set((eb) => ({ rating_count: eb.ref("rating_count") }))
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function countForMeme(db: Db, id: string, by: { sum?: number; count?: number; comments?: number }) {
  await db
    .updateTable("memes")
    .set((eb) => ({
      rating_sum: eb("rating_sum", "+", by.sum ?? 0),
      rating_count: eb("rating_count", "+", by.count ?? 0),
      comment_count: eb("comment_count", "+", by.comments ?? 0),
    }))
    .where("id", "=", id)
    .execute();
}
