import type { Age } from "../entities/age.ts";
import type { Db } from "./schema.ts";

/** Enabled memes of one age by slot number. Only enabled memes have slots, so any range costs the same. */
export const listMemesInSlots = (db: Db, age: Age, from: number, to: number) =>
  db
    .selectFrom("memes")
    .select(["id", "created_at as createdAt"])
    .where("age", "=", age)
    .where("slot", ">=", from)
    .where("slot", "<", to)
    .orderBy("slot")
    .execute();

/** The id `count` places after this one; undefined if there are not that many. */
export async function skipUsers(db: Db, after: string, count: number): Promise<string | undefined> {
  const found = await db
    .selectFrom("users")
    .select("id")
    .where("id", ">", after)
    .orderBy("id")
    .limit(1)
    .offset(count - 1)
    .executeTakeFirst();
  return found?.id;
}

/** People with public memes, by id: above `after`, up to `upTo`. */
export function listMemersBetween(db: Db, after: string, upTo: string | undefined, max: number) {
  const above = db.selectFrom("users").select("username").where("id", ">", after);
  return (upTo === undefined ? above : above.where("id", "<=", upTo))
    .where("meme_count", ">", 0)
    .orderBy("id")
    .limit(max)
    .execute();
}
