import type { Insertable, Selectable } from "kysely";

import type { BannedLooksTable, BannedPicturesTable, Db } from "./schema.ts";

export type BannedPictureRow = Selectable<BannedPicturesTable>;
type Piece = Pick<BannedLooksTable, "band" | "value">;

const BEYOND_ALL = 2 ** 31 - 1;

/** Newest first. */
export const listBannedPictures = (
  db: Db,
  { amount, skip, after = BEYOND_ALL }: { amount: number; skip: number; after?: number },
): Promise<BannedPictureRow[]> =>
  db
    .selectFrom("banned_pictures")
    .selectAll()
    .where("id", "<", after)
    .orderBy("id", "desc")
    .limit(amount)
    .offset(skip)
    .execute();

export const findBannedByHash = (db: Db, hash: string): Promise<BannedPictureRow | undefined> =>
  db.selectFrom("banned_pictures").selectAll().where("image_hash", "=", hash).executeTakeFirst();

/** Those that have at least one of these pieces of looks: all that can be alike, and some that are not. */
export const listWithPieces = (db: Db, pieces: readonly Piece[]): Promise<BannedPictureRow[]> =>
  db
    .selectFrom("banned_pictures")
    .selectAll()
    .where("id", "in", (eb) =>
      eb
        .selectFrom("banned_looks")
        .select("picture_id")
        .where((w) =>
          w.or(inBands(pieces).map(([band, values]) => w.and([w("band", "=", band), w("value", "in", values)]))),
        ),
    )
    .orderBy("id")
    .execute();

/** By band: one condition for each, however many looks there are. */
const inBands = (pieces: readonly Piece[]) =>
  [...Map.groupBy(pieces, ({ band }) => band)].map(([band, of]) => [band, of.map(({ value }) => value)] as const);

export async function insertBannedPicture(
  db: Db,
  row: Insertable<BannedPicturesTable>,
  pieces: readonly Piece[],
): Promise<BannedPictureRow> {
  const made = await db.insertInto("banned_pictures").values(row).returningAll().executeTakeFirstOrThrow();
  if (pieces.length > 0)
    await db
      .insertInto("banned_looks")
      .values(pieces.map((piece) => ({ ...piece, picture_id: made.id })))
      .execute();
  return made;
}

/** Its pieces go with it. */
export const deleteBannedPicture = (db: Db, id: number): Promise<BannedPictureRow | undefined> =>
  db.deleteFrom("banned_pictures").where("id", "=", id).returningAll().executeTakeFirst();
