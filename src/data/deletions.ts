import { sql } from "kysely";

import type { Deletion, DeletionWay } from "../entities/deletion.ts";
import type { Db, DeletionRow } from "./schema.ts";

const toDeletion = (row: DeletionRow): Deletion => ({
  memeId: row.meme_id,
  authorId: row.author_id,
  userId: row.user_id ?? undefined,
  how: row.how as DeletionWay,
  keyId: row.key_id ?? undefined,
  createdAt: row.created_at,
});

/** A meme that came back with a backup may be deleted once more. The last time counts. */
export async function insertDeletion(db: Db, deletion: Deletion): Promise<void> {
  const columns = {
    author_id: deletion.authorId,
    user_id: deletion.userId ?? null,
    how: deletion.how,
    key_id: deletion.keyId ?? null,
    created_at: deletion.createdAt,
  };
  await db
    .insertInto("deletions")
    .values({ meme_id: deletion.memeId, ...columns })
    .onConflict((c) => c.column("meme_id").doUpdateSet(columns))
    .execute();
}

export async function findDeletion(db: Db, memeId: string): Promise<Deletion | undefined> {
  const row = await db.selectFrom("deletions").selectAll().where("meme_id", "=", memeId).executeTakeFirst();
  return row && toDeletion(row);
}

export interface DeletionCursor {
  at: number;
  memeId: string;
}

/** Newest first. */
export async function listDeletions(
  db: Db,
  { amount, after }: { amount: number; after?: DeletionCursor },
): Promise<Deletion[]> {
  let query = db.selectFrom("deletions").selectAll();
  if (after) query = query.where(sql<boolean>`(created_at, meme_id) < (${after.at}, ${after.memeId})`);
  const rows = await query.orderBy("created_at", "desc").orderBy("meme_id", "desc").limit(amount).execute();
  return rows.map(toDeletion);
}

/** Deletes at most `max`, oldest first; false if nothing is left. */
export async function deleteDeletionsBefore(db: Db, time: number, max: number): Promise<boolean> {
  const old = await db
    .selectFrom("deletions")
    .select("meme_id")
    .where("created_at", "<", time)
    .orderBy("created_at")
    .limit(max)
    .execute();
  if (old.length === 0) return false;
  const ids = old.map((row) => row.meme_id);
  await db.deleteFrom("deletions").where("meme_id", "in", ids).execute();
  return old.length === max;
}
