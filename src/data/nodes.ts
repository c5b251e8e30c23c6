import { dialectOf } from "./dialect.ts";
import type { Db } from "./schema.ts";
import { transact } from "./transaction.ts";

export const MAX_NODES = 960;
/** A process that has not been seen for this long loses its number. */
export const NODE_LEASE_MS = 120_000;
/** The migration since which servers say what they do. */
const FIRST_WITH_NEWS = "0030-what-nodes-say";

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

const living = (db: Db, now: number) => db.selectFrom("nodes").where("seen_at", ">=", now - NODE_LEASE_MS);

/** Empty if it does not say. */
const newestOf = (token: string) => /^(\d{4}-\S+) /.exec(token)?.[1] ?? "";

/** The newest migration that each living process knows; empty for those that do not say. */
export const listNewest = async (db: Db, now: number): Promise<string[]> =>
  (await living(db, now).select("token").execute()).map(({ token }) => newestOf(token));

/** What a server lets others know. */
export interface NodeNews {
  /** Where it can be reached. */
  address?: string;
  /** Kinds of jobs that it runs at times chosen by the operator. */
  schedules?: readonly string[];
}

export async function tellNews(db: Db, number: number, token: string, news: NodeNews): Promise<void> {
  const { address = null, schedules = [] } = news;
  await db
    .updateTable("nodes")
    .set({ address, schedules: schedules.join(" ") })
    .where("number", "=", number)
    .where("token", "=", token)
    .execute();
}

/** Of a running server; undefined if there is none. */
export async function findAddress(db: Db, now: number): Promise<string | undefined> {
  const servers = living(db, now).select("address").where("address", "is not", null);
  return (await servers.orderBy("number").limit(1).executeTakeFirst())?.address ?? undefined;
}

/** Whether a living process runs this kind of job. Servers from before they said so might. */
export async function isScheduled(db: Db, kind: string, now: number): Promise<boolean> {
  const nodes = await living(db, now).select(["token", "schedules"]).execute();
  return nodes.some(
    ({ token, schedules }) => newestOf(token) < FIRST_WITH_NEWS || (schedules ?? "").split(" ").includes(kind),
  );
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
