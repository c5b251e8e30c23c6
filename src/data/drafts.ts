import type { Selectable } from "kysely";

import type { Draft } from "../entities/draft.ts";
import type { Db } from "./schema.ts";
import type { DraftsTable } from "./tables/copies.ts";

const toDraft = (row: Selectable<DraftsTable>): Draft => ({
  userId: row.user_id,
  memeId: row.id,
  prepared: row.prepared,
  createdAt: row.created_at,
});

export async function findDraft(db: Db, userId: string): Promise<Draft | undefined> {
  const row = await db.selectFrom("drafts").selectAll().where("user_id", "=", userId).executeTakeFirst();
  return row && toDraft(row);
}

/** Replaces the last one of its author. */
export async function insertDraft(db: Db, { userId, memeId, prepared, createdAt }: Draft): Promise<void> {
  const row = { id: memeId, prepared, created_at: createdAt };
  await db
    .insertInto("drafts")
    .values({ user_id: userId, ...row })
    .onConflict((c) => c.column("user_id").doUpdateSet(row))
    .execute();
}

/** Undefined if there is none, or somebody else was faster. */
export async function deleteDraft(db: Db, userId: string): Promise<Draft | undefined> {
  const row = await db.deleteFrom("drafts").where("user_id", "=", userId).returningAll().executeTakeFirst();
  return row && toDraft(row);
}

export async function deleteDraftsBefore(db: Db, time: number): Promise<void> {
  await db.deleteFrom("drafts").where("created_at", "<", time).execute();
}
