import type { Age } from "../entities/age.ts";
import type { Db } from "./schema.ts";

/** Enabled memes of an age by the numbers of their slots, of which only these have one: any part costs the same. */
export const listMemesInSlots = (db: Db, age: Age, from: number, to: number) =>
  db
    .selectFrom("memes")
    .select(["id", "created_at as createdAt"])
    .where("age", "=", age)
    .where("slot", ">=", from)
    .where("slot", "<", to)
    .orderBy("slot")
    .execute();

/** The id that so many others follow after this one; undefined where there are not as many. */
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

/** People whose memes can be seen, by id: above `after`, up to `upTo`. */
export function listMemersBetween(db: Db, after: string, upTo: string | undefined, most: number) {
  const above = db.selectFrom("users").select("id").where("id", ">", after);
  return (upTo === undefined ? above : above.where("id", "<=", upTo))
    .where("meme_count", ">", 0)
    .orderBy("id")
    .limit(most)
    .execute();
}
