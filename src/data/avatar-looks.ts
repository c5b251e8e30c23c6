import { sql } from "kysely";

import type { Thirds } from "../entities/look.ts";
import { looksIn } from "./looks.ts";
import type { Db } from "./schema.ts";

/** By the id of the person. */
export const avatarLooks = looksIn("avatar_looks", "user_id");

/** What a person's picture looks like from now on; nothing if they have none. */
export async function replaceAvatarLooks(db: Db, userId: string, looks: readonly Thirds[]): Promise<void> {
  await db.deleteFrom("avatar_looks").where("user_id", "=", userId).execute();
  if (looks.length === 0) return;
  await db
    .insertInto("avatar_looks")
    .values(looks.map(([a, b, c]) => ({ a, b, c, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** People with a picture that nobody has looked at, from the oldest account on. */
export async function listUnseenAvatars(db: Db, afterId: string, amount: number) {
  const { rows } = await sql<{ id: string; key: string }>`select u.id, u.avatar_key as key from users u
    where u.id > ${afterId} and u.avatar_key is not null
    and not exists (select 1 from avatar_looks l where l.user_id = u.id) order by u.id limit ${amount}`.execute(db);
  return rows;
}
