import { dialectOf } from "./dialect.ts";
import type { Db } from "./schema.ts";
import { transact } from "./transaction.ts";

export const MAX_NODES = 960;
/** A process that has not been seen for this long loses its number. */
export const NODE_LEASE_MS = 120_000;

/** Leases a node number that no other living process has. It is part of every id made here. */
export async function claimNode(db: Db, token: string, now: number): Promise<number> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await transact(db, async (tx) => {
        await tx
          .deleteFrom("nodes")
          .where("seen_at", "<", now - NODE_LEASE_MS)
          .execute();
        const rows = await tx.selectFrom("nodes").select("number").orderBy("number").execute();
        const taken = new Set(rows.map((row) => row.number));
        let number = 0;
        while (taken.has(number)) number++;
        if (number >= MAX_NODES) throw new Error(`More than ${MAX_NODES} processes share this database`);
        await tx.insertInto("nodes").values({ number, token, seen_at: now }).execute();
        return number;
      });
    } catch (error) {
      // Two processes picked the same number at once, and the other one has it now.
      if (attempt >= 20 || !dialectOf(db).isUniqueViolation(error)) throw error;
    }
  }
}

/** Names a process, and the newest migration it knows. */
export const newToken = (newest: string): string => `${newest} ${crypto.randomUUID()}`;

/** The newest migration that each living process knows; empty for those that do not say. */
export async function listNewest(db: Db, now: number): Promise<string[]> {
  const living = await db
    .selectFrom("nodes")
    .select("token")
    .where("seen_at", ">=", now - NODE_LEASE_MS)
    .execute();
  return living.map(({ token }) => /^(\d{4}-\S+) /.exec(token)?.[1] ?? "");
}

/** False if the number has passed to another process. */
export async function keepNode(db: Db, number: number, token: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("nodes")
    .set({ seen_at: now })
    .where("number", "=", number)
    .where("token", "=", token)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function releaseNode(db: Db, number: number, token: string): Promise<void> {
  await db.deleteFrom("nodes").where("number", "=", number).where("token", "=", token).execute();
}
