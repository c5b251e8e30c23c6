import type { Insertable } from "kysely";

import type { ActRow, ActsTable, Db } from "./schema.ts";

const BEYOND_ALL = 2 ** 31 - 1;

export async function insertAct(db: Db, row: Insertable<ActsTable>): Promise<void> {
  await db.insertInto("acts").values(row).execute();
}

/** One thing that an index finds. */
export type ActsOf = { [C in "meme_id" | "user_id" | "staff_id" | "kind"]: { column: C; value: string } }[
  "meme_id" | "user_id" | "staff_id" | "kind"];

/** Newest first. */
export function listActs(
  db: Db,
  of: ActsOf | undefined,
  { amount, after = BEYOND_ALL }: { amount: number; after?: number },
): Promise<ActRow[]> {
  let query = db.selectFrom("acts").selectAll().where("id", "<", after).orderBy("id", "desc").limit(amount);
  if (of) query = query.where(of.column, "=", of.value);
  return query.execute();
}
