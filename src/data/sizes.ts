import type { Size } from "../entities/size.ts";
import type { Db, SizeRow } from "./schema.ts";

const toSize = (row: SizeRow): Size => ({
  day: row.day,
  databaseBytes: row.database_bytes ?? undefined,
  imageBytes: row.image_bytes ?? undefined,
  imageFiles: row.image_files ?? undefined,
  freeBytes: row.free_bytes ?? undefined,
});

/** The last measurement of a day counts. */
export async function writeSize(db: Db, { day, ...size }: Size): Promise<void> {
  const columns = {
    database_bytes: size.databaseBytes ?? null,
    image_bytes: size.imageBytes ?? null,
    image_files: size.imageFiles ?? null,
    free_bytes: size.freeBytes ?? null,
  };
  await db
    .insertInto("sizes")
    .values({ day, ...columns })
    .onConflict((c) => c.column("day").doUpdateSet(columns))
    .execute();
}

/** From this day on, oldest first. */
export async function listSizes(db: Db, since: number): Promise<Size[]> {
  const rows = await db.selectFrom("sizes").selectAll().where("day", ">=", since).orderBy("day").execute();
  return rows.map(toSize);
}
