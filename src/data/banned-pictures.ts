import type { Selectable } from "kysely";

import type { BannedPicture } from "../entities/banned-picture.ts";
import type { BannedLooksTable, BannedPicturesTable } from "./tables/moderation.ts";
import { first, prepared } from "./prepared.ts";
import type { Db } from "./schema.ts";

const toBannedPicture = (row: Selectable<BannedPicturesTable>): BannedPicture => ({
  id: row.id,
  imageHash: row.image_hash,
  perceptualHashes: row.look === "" ? [] : row.look.split(" "),
  reason: row.reason,
  staffName: row.staff_name,
  createdAt: row.created_at,
});

type Piece = Pick<BannedLooksTable, "band" | "value">;

const BEYOND_ALL = 2 ** 31 - 1;

/** Newest first. */
export async function listBannedPictures(
  db: Db,
  { amount, skip, after = BEYOND_ALL }: { amount: number; skip: number; after?: number },
): Promise<BannedPicture[]> {
  const rows = await db
    .selectFrom("banned_pictures")
    .selectAll()
    .where("id", "<", after)
    .orderBy("id", "desc")
    .limit(amount)
    .offset(skip)
    .execute();
  return rows.map(toBannedPicture);
}

const byHash = prepared(
  (db, hash: string) => db.selectFrom("banned_pictures").selectAll().where("image_hash", "=", hash),
  toBannedPicture,
);

export const findBannedByHash = (db: Db, hash: string) => first(byHash(db, hash));

export async function findBannedById(db: Db, id: number): Promise<BannedPicture | undefined> {
  const row = await db.selectFrom("banned_pictures").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toBannedPicture(row);
}

const withPieces = prepared(
  (db, ...values: string[]) =>
    db
      .selectFrom("banned_pictures")
      .selectAll()
      .where("id", "in", (eb) =>
        eb
          .selectFrom("banned_looks")
          .select("picture_id")
          .where((w) => w.or(values.map((value, band) => w.and([w("band", "=", band), w("value", "=", value)])))),
      )
      .orderBy("id"),
  toBannedPicture,
);

/**
 * Pictures that share at least one piece of a perceptual hash: every similar one, and some that are not. Takes all
 * pieces of one hash, by band.
 */
export const listWithPieces = (db: Db, pieces: readonly Piece[]) => withPieces(db, ...pieces.map(({ value }) => value));

export async function insertBannedPicture(
  db: Db,
  { imageHash, perceptualHashes, reason, staffName, createdAt }: Omit<BannedPicture, "id">,
  pieces: readonly Piece[],
): Promise<BannedPicture> {
  const made = await db
    .insertInto("banned_pictures")
    .values({
      image_hash: imageHash,
      look: perceptualHashes.join(" "),
      reason,
      staff_name: staffName,
      created_at: createdAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await insertPieces(db, made.id, pieces);
  return toBannedPicture(made);
}

async function insertPieces(db: Db, pictureId: number, pieces: readonly Piece[]): Promise<void> {
  if (pieces.length === 0) return;
  await db
    .insertInto("banned_looks")
    .values(pieces.map((piece) => ({ ...piece, picture_id: pictureId })))
    .onConflict((c) => c.doNothing())
    .execute();
}

/** Nothing if the ban has been lifted. */
export async function updateBannedLooks(db: Db, id: number, hashes: readonly string[], pieces: readonly Piece[]) {
  const { numUpdatedRows } = await db
    .updateTable("banned_pictures")
    .set({ look: hashes.join(" ") })
    .where("id", "=", id)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await insertPieces(db, id, pieces);
}

/** Its pieces go with it. */
export async function deleteBannedPicture(db: Db, id: number): Promise<BannedPicture | undefined> {
  const row = await db.deleteFrom("banned_pictures").where("id", "=", id).returningAll().executeTakeFirst();
  return row && toBannedPicture(row);
}
