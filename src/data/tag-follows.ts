import type { Tag } from "../entities/tag.ts";
import { dialectOf } from "./dialect.ts";
import { prepared } from "./prepared.ts";
import type { Db } from "./schema.ts";
import { countForTag, toTag } from "./tags.ts";

const add = prepared((db, userId: string, tag: string, createdAt: number) =>
  db
    .insertInto("tag_follows")
    .values({ user_id: userId, tag, created_at: createdAt })
    .onConflict((c) => c.doNothing())
    .returning("created_at"),
);

/** False if already following. Locks the tag first. */
export async function insertTagFollow(db: Db, userId: string, tag: string, createdAt: number): Promise<boolean> {
  await countForTag(db, tag, { followers: +1 });
  const isNew = (await add(db, userId, tag, createdAt)).length === 1;
  if (!isNew) await countForTag(db, tag, { followers: -1 });
  return isNew;
}

const remove = prepared((db, userId: string, tag: string) =>
  db
    .deleteFrom("tag_follows")
    .where("user_id", "=", userId)
    .where("tag", "=", tag)
    .where("tag", "in", (eb) =>
      eb.selectFrom("tags").select("name").where("name", "=", tag).modifyEnd(dialectOf(db).lockRows),
    )
    .returning("created_at"),
);

/** False if not following. Locks the tag first. */
export async function deleteTagFollow(db: Db, userId: string, tag: string): Promise<boolean> {
  if ((await remove(db, userId, tag)).length === 0) return false;
  await countForTag(db, tag, { followers: -1 });
  return true;
}

const one = prepared((db, userId: string, tag: string) =>
  db.selectFrom("tag_follows").select("created_at").where("user_id", "=", userId).where("tag", "=", tag),
);

export const hasTagFollow = async (db: Db, userId: string, tag: string): Promise<boolean> =>
  (await one(db, userId, tag)).length === 1;

const ofUser = prepared(
  (db, userId: string) =>
    db
      .selectFrom("tag_follows as f")
      .innerJoin("tags as t", "t.name", "f.tag")
      .selectAll("t")
      .where("f.user_id", "=", userId)
      .orderBy("f.tag"),
  toTag,
);

/** By name. */
export const listFollowedTags = (db: Db, userId: string): Tag[] | Promise<Tag[]> => ofUser(db, userId);

export async function deleteTagFollowsOf(db: Db, userId: string): Promise<void> {
  const names = (await listFollowedTags(db, userId)).map(({ name }) => name);
  // As tagMeme sorts them, whatever the database's locale.
  for (const name of names.sort()) await deleteTagFollow(db, userId, name);
}
