import type { Insertable, Selectable } from "kysely";

import type { Db, ProCodesTable } from "./schema.ts";

export type ProCodeRow = Selectable<ProCodesTable>;

export async function insertProCodes(db: Db, rows: Insertable<ProCodesTable>[]): Promise<void> {
  await db.insertInto("pro_codes").values(rows).execute();
}

export const findProCode = (db: Db, hash: string): Promise<ProCodeRow | undefined> =>
  db.selectFrom("pro_codes").selectAll().where("hash", "=", hash).executeTakeFirst();

/** Of all who redeem it at once, one gets it. */
export const takeProCode = (db: Db, hash: string, userId: string, now: number): Promise<ProCodeRow | undefined> =>
  db
    .updateTable("pro_codes")
    .set({ redeemed_by: userId, redeemed_at: now })
    .where("hash", "=", hash)
    .where("redeemed_at", "is", null)
    .returningAll()
    .executeTakeFirst();

export const listProCodesOf = (db: Db, userId: string): Promise<ProCodeRow[]> =>
  db.selectFrom("pro_codes").selectAll().where("redeemed_by", "=", userId).orderBy("redeemed_at").execute();

/** They stay redeemed; by whom is forgotten with the account. */
export async function forgetRedeemer(db: Db, userId: string): Promise<void> {
  await db.updateTable("pro_codes").set({ redeemed_by: null }).where("redeemed_by", "=", userId).execute();
}

export interface ProCodeCount {
  months: number;
  open: number;
  redeemed: number;
}

/** Counted when the operator asks, by how long they are good for. */
export async function countProCodes(db: Db): Promise<ProCodeCount[]> {
  const rows = await db
    .selectFrom("pro_codes")
    .select(({ fn }) => ["months", fn.countAll().as("all"), fn.count("redeemed_at").as("redeemed")])
    .groupBy("months")
    .orderBy("months")
    .execute();
  return rows.map(({ months, all, redeemed }) => ({
    months,
    open: Number(all) - Number(redeemed),
    redeemed: Number(redeemed),
  }));
}
