import type { Tag } from "../entities/tag.ts";
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

/** False if already following. Locks the tag before the person, like everyone who needs both. */
export async function insertTagFollow(db: Db, userId: string, tag: string, createdAt: number): Promise<boolean> {
  await countForTag(db, tag, { followers: +1 });
  const isNew = (await add(db, userId, tag, createdAt)).length === 1;
  if (!isNew) await countForTag(db, tag, { followers: -1 });
  return isNew;
}

const remove = prepared((db, userId: string, tag: string) =>
  db.deleteFrom("tag_follows").where("user_id", "=", userId).where("tag", "=", tag).returning("created_at"),
);

/** False if not following. */
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
  for (const { name } of await listFollowedTags(db, userId)) await deleteTagFollow(db, userId, name);
}
