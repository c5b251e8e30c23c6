import type { Selectable } from "kysely";

import type { BasePicture } from "../entities/base-picture.ts";
import { REMIXERS, type Remixers } from "../entities/made-meme.ts";
import { TEMPLATE_STATUSES, type Template } from "../entities/template.ts";
import { byIds } from "./by-ids.ts";
import { first, prepared } from "./prepared.ts";
import type { Db } from "./schema.ts";
import type { BasesTable } from "./tables/making.ts";

export const toBase = (row: Selectable<BasesTable>): BasePicture => ({
  id: row.id,
  ownerId: row.user_id ?? undefined,
  key: row.image_key,
  hash: row.hash,
  extension: row.extension,
  width: row.width,
  height: row.height,
  frames: row.frames,
  bytes: row.bytes,
  createdAt: row.created_at,
});

const byId = prepared((db, id: string) => db.selectFrom("bases").selectAll().where("id", "=", id), toBase);
const byHash = prepared(
  (db, userId: string, hash: string) =>
    db.selectFrom("bases").selectAll().where("user_id", "=", userId).where("hash", "=", hash).limit(1),
  toBase,
);

/** In any order. */
export const findBases = byIds((db, isOneOf) => db.selectFrom("bases").selectAll().where(isOneOf("id")), toBase);

export const findBase = (db: Db, id: string) => first(byId(db, id));

/** A picture that somebody has uploaded before. */
export const findOwnBase = (db: Db, ownerId: string, hash: string) => first(byHash(db, ownerId, hash));

export async function insertBase(db: Db, base: BasePicture): Promise<void> {
  const { id, ownerId, key, hash, extension, width, height, frames, bytes, createdAt } = base;
  await db
    .insertInto("bases")
    .values({
      id,
      user_id: ownerId ?? null,
      image_key: key,
      hash,
      extension,
      width,
      height,
      frames,
      bytes,
      created_at: createdAt,
    })
    .execute();
}

/** What names it in a recipe names nothing from now on. Undefined if somebody was faster. */
export async function deleteBase(db: Db, id: string): Promise<BasePicture | undefined> {
  const row = await db.deleteFrom("bases").where("id", "=", id).returningAll().executeTakeFirst();
  return row && toBase(row);
}

const keysByIds = byIds(
  (db, isOneOf) => db.selectFrom("bases").select("image_key").where(isOneOf("id")),
  (row) => row.image_key,
);

/** Which of these storage keys belong to a base: each has the id of its base in it. */
export const listBaseKeys = async (db: Db, keys: readonly string[]): Promise<string[]> =>
  keysByIds(
    db,
    keys.flatMap((key) => key.split("-")[1] ?? []),
  );

/** A meme of its owner that everyone can see and that is made of a base. */
export interface Sharing {
  memeId: string;
  remix: Remixers;
}

/** Its owner made the first memes of it, so these are looked at, and the rest of a popular picture is not. */
const MAX_LOOKED_AT = 50;

const shared = prepared(
  (db, baseId: string, amount: number) =>
    db
      .selectFrom("recipe_bases as used")
      .innerJoin("bases as b", "b.id", "used.base_id")
      .innerJoin("recipes as r", "r.meme_id", "used.meme_id")
      .innerJoin("memes as m", "m.id", "used.meme_id")
      .select([
        "m.id as memeId",
        "m.author_id as authorId",
        "m.disabled as isHidden",
        "b.user_id as ownerId",
        "r.remix",
      ])
      .where("used.base_id", "=", baseId)
      .orderBy("used.meme_id")
      .limit(amount),
  (row) => ({ ...row, remix: REMIXERS[row.remix]! }),
);

/** Memes by which the owner of a base shares it, the first ones. Hidden memes share nothing. */
export async function listSharing(db: Db, baseId: string): Promise<Sharing[]> {
  const rows = await shared(db, baseId, MAX_LOOKED_AT);
  return rows
    .filter(({ authorId, ownerId, isHidden }) => authorId === ownerId && isHidden === 0)
    .map(({ memeId, remix }) => ({ memeId, remix }));
}

const templatesByBase = prepared(
  (db, baseId: string, amount: number) =>
    db
      .selectFrom("templates")
      .select(["user_id", "status"])
      .where((eb) => eb.or([eb("base_id", "=", baseId), eb("preview_id", "=", baseId)]))
      .limit(amount),
  (row): Pick<Template, "authorId" | "status"> => ({
    authorId: row.user_id ?? undefined,
    status: TEMPLATE_STATUSES[row.status]!,
  }),
);

/** Templates with this picture, or with this picture of their sample texts. */
export const listTemplatesOfBase = (db: Db, baseId: string) => templatesByBase(db, baseId, MAX_LOOKED_AT);

/** Whether its owner's memes or a template need it. Others who have remixed one of these memes do not keep it alive. */
export async function isBaseInUse(db: Db, { id, ownerId }: Pick<BasePicture, "id" | "ownerId">): Promise<boolean> {
  if ((await listTemplatesOfBase(db, id)).length > 0) return true;
  if (ownerId === undefined) return false;
  const used = await db
    .selectFrom("recipe_bases as used")
    .innerJoin("memes as m", "m.id", "used.meme_id")
    .select("m.id")
    .where("used.base_id", "=", id)
    .where("m.author_id", "=", ownerId)
    .limit(1)
    .execute();
  return used.length > 0;
}

/** Those that are older than `before` and not in use, by id. */
export async function listUnusedBases(db: Db, after: string, before: number, amount: number): Promise<BasePicture[]> {
  const rows = await db
    .selectFrom("bases as b")
    .selectAll()
    .where("b.id", ">", after)
    .where("b.created_at", "<", before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("templates as t").select("t.id").whereRef("t.base_id", "=", "b.id"))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("templates as t").select("t.id").whereRef("t.preview_id", "=", "b.id"))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("recipe_bases as used")
            .innerJoin("memes as m", "m.id", "used.meme_id")
            .select("m.id")
            .whereRef("used.base_id", "=", "b.id")
            .whereRef("m.author_id", "=", "b.user_id"),
        ),
      ),
    )
    .orderBy("b.id")
    .limit(amount)
    .execute();
  return rows.map(toBase);
}
