import type { Selectable } from "kysely";

import type { ProCode } from "../entities/pro-code.ts";
import type { Db } from "./schema.ts";
import type { ProCodesTable } from "./tables/people.ts";

const toProCode = ({ months, redeemed_at }: Selectable<ProCodesTable>): ProCode => ({
  months,
  redeemedAt: redeemed_at ?? undefined,
});

/** Adds unredeemed codes by their hashes. */
export async function insertProCodes(db: Db, hashes: readonly string[], months: number, now: number): Promise<void> {
  const rows = hashes.map((hash) => ({ hash, months, redeemed_by: null, redeemed_at: null, created_at: now }));
  await db.insertInto("pro_codes").values(rows).execute();
}

export async function findProCode(db: Db, hash: string): Promise<ProCode | undefined> {
  const row = await db.selectFrom("pro_codes").selectAll().where("hash", "=", hash).executeTakeFirst();
  return row && toProCode(row);
}

/** If several people redeem it at once, one gets it. */
export async function takeProCode(db: Db, hash: string, userId: string, now: number): Promise<ProCode | undefined> {
  const row = await db
    .updateTable("pro_codes")
    .set({ redeemed_by: userId, redeemed_at: now })
    .where("hash", "=", hash)
    .where("redeemed_at", "is", null)
    .returningAll()
    .executeTakeFirst();
  return row && toProCode(row);
}

export async function listProCodesOf(db: Db, userId: string): Promise<ProCode[]> {
  const query = db.selectFrom("pro_codes").selectAll().where("redeemed_by", "=", userId).orderBy("redeemed_at");
  return (await query.execute()).map(toProCode);
}

/** They stay redeemed, but no longer say by whom. */
export async function forgetRedeemer(db: Db, userId: string): Promise<void> {
  await db.updateTable("pro_codes").set({ redeemed_by: null }).where("redeemed_by", "=", userId).execute();
}

export interface ProCodeCount {
  months: number;
  open: number;
  redeemed: number;
}

/** By duration. Counted on demand. */
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
