import { sql, type Selectable } from "kysely";

import type { Follow } from "../entities/follow.ts";
import { byIds } from "./by-ids.ts";
import { dialectOf } from "./dialect.ts";
import { prepared } from "./prepared.ts";
import type { Db } from "./schema.ts";
import type { FollowsTable } from "./tables/people.ts";

export const toFollow = (row: Selectable<FollowsTable>): Follow => ({
  followerId: row.follower_id,
  followedId: row.followed_id,
  createdAt: row.created_at,
});

export const followColumns = ({ followerId, followedId, createdAt }: Follow) => ({
  follower_id: followerId,
  followed_id: followedId,
  created_at: createdAt,
});

const add = prepared((db, followerId: string, followedId: string, createdAt: number) =>
  db
    .insertInto("follows")
    .values(followColumns({ followerId, followedId, createdAt }))
    .onConflict((c) => c.doNothing())
    .returning("created_at"),
);

/** False if already following. */
export const insertFollow = async (db: Db, { followerId, followedId, createdAt }: Follow): Promise<boolean> =>
  (await add(db, followerId, followedId, createdAt)).length === 1;

const remove = prepared((db, followerId: string, followedId: string) =>
  db
    .deleteFrom("follows")
    .where("follower_id", "=", followerId)
    .where("followed_id", "=", followedId)
    .returning("created_at"),
);

/** False if not following. */
export const deleteFollow = async (db: Db, followerId: string, followedId: string): Promise<boolean> =>
  (await remove(db, followerId, followedId)).length === 1;

export async function hasFollow(db: Db, followerId: string, followedId: string): Promise<boolean> {
  const row = await db
    .selectFrom("follows")
    .select("created_at")
    .where("follower_id", "=", followerId)
    .where("followed_id", "=", followedId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ids of those among these people whom somebody follows, in any order. */
export const listFollowedAmong = byIds(
  (db, isOneOf, followerId: string) =>
    db.selectFrom("follows").select("followed_id").where("follower_id", "=", followerId).where(isOneOf("followed_id")),
  (row) => row.followed_id,
);

type Side = "follower_id" | "followed_id";

async function deleteAll(db: Db, mine: Side, userId: string, theirs: Side): Promise<string[]> {
  const people = sql`select ${sql.ref(theirs)} from follows where ${sql.ref(mine)} = ${userId}`;
  const gone = await db
    .deleteFrom("follows")
    .where(mine, "=", userId)
    .where(dialectOf(db).lockPeople(theirs, people))
    .returning(`${theirs} as id`)
    .execute();
  return gone.map(({ id }) => id);
}

/** Ends all of a person's follows. Returns whom they followed, and locks these people. */
export const deleteFollowsBy = (db: Db, userId: string) => deleteAll(db, "follower_id", userId, "followed_id");

/** Ends all follows of a person. Returns who followed them, and locks these people. */
export const deleteFollowsOf = (db: Db, userId: string) => deleteAll(db, "followed_id", userId, "follower_id");
