import type { Selectable } from "kysely";

import type { FormerName } from "../entities/former-name.ts";
import type { Db } from "./schema.ts";
import type { FormerNamesTable } from "./tables/people.ts";

const toFormerName = (row: Selectable<FormerNamesTable>): FormerName => ({
  name: row.name,
  userId: row.user_id,
  leftAt: row.left_at,
});

/** The person who was the last to leave this name. */
export async function findFormerName(db: Db, name: string): Promise<FormerName | undefined> {
  const query = db.selectFrom("former_names").selectAll().where("name_key", "=", name.toLowerCase());
  const row = await query.executeTakeFirst();
  return row && toFormerName(row);
}

/** Newest first. */
export async function listFormerNames(db: Db, userId: string): Promise<FormerName[]> {
  const query = db.selectFrom("former_names").selectAll().where("user_id", "=", userId);
  return (await query.orderBy("left_at", "desc").orderBy("name_key").execute()).map(toFormerName);
}

/** Replaces whoever left the same name before. */
export async function putFormerName(db: Db, { name, userId, leftAt }: FormerName): Promise<void> {
  const rest = { name, user_id: userId, left_at: leftAt };
  await db
    .insertInto("former_names")
    .values({ name_key: name.toLowerCase(), ...rest })
    .onConflict((c) => c.column("name_key").doUpdateSet(rest))
    .execute();
}

export async function deleteFormerNames(db: Db, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const keys = names.map((name) => name.toLowerCase());
  await db.deleteFrom("former_names").where("name_key", "in", keys).execute();
}
