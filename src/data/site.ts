import type { Db } from "./schema.ts";

/** Unique id of this database. */
export async function readSiteId(db: Db): Promise<string> {
  const row = await db.selectFrom("site").select("value").where("name", "=", "id").executeTakeFirstOrThrow();
  return row.value;
}

/** A fact stored under this name. */
export async function readFact(db: Db, name: string): Promise<string | undefined> {
  return (await db.selectFrom("site").select("value").where("name", "=", name).executeTakeFirst())?.value;
}

export async function writeFact(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto("site")
    .values({ name, value })
    .onConflict((c) => c.column("name").doUpdateSet({ value }))
    .execute();
}

/** The first one to write it decides. Returns what is stored. */
export async function keepFact(db: Db, name: string, value: string): Promise<string> {
  await db
    .insertInto("site")
    .values({ name, value })
    .onConflict((c) => c.doNothing())
    .execute();
  return (await readFact(db, name))!;
}

export async function deleteFact(db: Db, name: string): Promise<void> {
  await db.deleteFrom("site").where("name", "=", name).execute();
}
