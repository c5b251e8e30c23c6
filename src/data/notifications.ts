import { sql } from "kysely";

import {
  FILTERED_KINDS,
  NOTIFICATION_KINDS,
  type Notification,
  type NotificationKind,
} from "../entities/notification.ts";
import { byIds, type IsOneOf } from "./by-ids.ts";
import { dialectOf } from "./dialect.ts";
import { oneFor, prepared } from "./prepared.ts";
import type { Db, NotificationRow } from "./schema.ts";
import { countForUser, lockUsers } from "./users.ts";

export const kindColumn = (kind: NotificationKind) => NOTIFICATION_KINDS.indexOf(kind);

export const toNotification = (row: NotificationRow): Notification => ({
  id: row.id,
  userId: row.user_id,
  kind: NOTIFICATION_KINDS[row.type]!,
  senderId: row.sender_id,
  memeId: row.meme_id ?? undefined,
  commentId: row.comment_id ?? undefined,
  reportId: row.report_id ?? undefined,
  rating: row.rating ?? undefined,
  isMention: row.mention === 1,
  text: row.text,
  seen: row.seen === 1,
  createdAt: row.created_at,
});

const ofUser = prepared(
  (db, userId: string, beforeId: number, amount: number, skip: number) =>
    db
      .selectFrom("notifications")
      .selectAll()
      .where("user_id", "=", userId)
      .where("hidden", "=", 0)
      .where("id", "<", beforeId)
      .orderBy("id", "desc")
      .limit(amount)
      .offset(skip),
  toNotification,
);

const BEYOND_ALL = 2 ** 31 - 1;

/** Newest first. */
export const listNotifications = async (
  db: Db,
  userId: string,
  { amount, skip, after = BEYOND_ALL }: { amount: number; skip: number; after?: number },
): Promise<Notification[]> => ofUser(db, userId, after, amount, skip);

const tellRating = prepared((db, rating: number, memeId: string, senderId: string) =>
  db
    .updateTable("notifications")
    .set({ rating })
    .where("meme_id", "=", memeId)
    .where("sender_id", "=", senderId)
    .where("rating", "is not", null),
);

export async function updateToldRating(db: Db, memeId: string, senderId: string, rating: number): Promise<void> {
  await tellRating(db, rating, memeId, senderId);
}

const hide = prepared((db, hidden: number, shown: number, memeId: string, authorId: string) => {
  const which = sql`meme_id = ${memeId} and user_id <> ${authorId} and hidden = ${shown}`;
  const people = sql`select user_id from notifications where ${which} union all select cast(${authorId} as text)`;
  return sql<Pick<Gone, "user_id" | "seen">>`update notifications set hidden = ${hidden}
    where ${which} and ${dialectOf(db).lockPeople("user_id", people)} returning user_id, seen`;
});

/** Hides a meme's notifications from everyone but its author, or shows them again. Locks the author too. */
export async function hideNotifications(db: Db, memeId: string, authorId: string, hidden: boolean): Promise<void> {
  const changed = await hide(db, Number(hidden), Number(!hidden), memeId, authorId);
  await recount(db, changed, hidden ? -1 : +1, authorId);
}

/** Marks one notification, or all up to one, as seen: of any kind, or of one. Returns how many were unseen. */
export async function markSeen(
  db: Db,
  userId: string,
  which: Pick<Doomed, "id" | "upTo" | "kind" | "memeId">,
): Promise<number> {
  let query = db
    .updateTable("notifications")
    .set({ seen: 1 })
    .where("user_id", "=", userId)
    .where(dialectOf(db).lockPeople("user_id", sql`${userId}`))
    .where("hidden", "=", 0)
    .where("seen", "=", 0);
  if (which.id !== undefined) query = query.where("id", "=", which.id);
  if (which.upTo !== undefined) query = query.where("id", "<=", which.upTo);
  if (which.kind !== undefined) query = query.where("type", "=", kindColumn(which.kind));
  if (which.memeId !== undefined) query = query.where("meme_id", "=", which.memeId);
  const { numUpdatedRows } = await query.executeTakeFirst();
  const marked = Number(numUpdatedRows);
  if (marked > 0) await countForUser(db, userId, { unseenCount: -marked });
  return marked;
}

/** One of the person's own that is not hidden. */
export async function findNotification(db: Db, userId: string, id: number): Promise<Notification | undefined> {
  const row = await db
    .selectFrom("notifications")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("hidden", "=", 0)
    .executeTakeFirst();
  return row && toNotification(row);
}

/** Which notifications to delete: those that match all given fields. */
export interface Doomed {
  id?: number;
  userId?: string;
  memeId?: string;
  commentId?: number;
  senderId?: string;
  kind?: NotificationKind;
  /** Only visible ones. */
  shown?: true;
  /** This one and all before it. */
  upTo?: number;
}

/** What others did with one person's memes, of which another, who is locked, is no longer to hear. */
export async function deleteNotificationsAbout(db: Db, userId: string, authorId: string): Promise<void> {
  const gone = await db
    .deleteFrom("notifications")
    .where("user_id", "=", userId)
    .where("type", "in", FILTERED_KINDS.map(kindColumn))
    .where("meme_id", "in", (eb) => eb.selectFrom("memes").select("memes.id").where("author_id", "=", authorId))
    .returning(["user_id", "hidden", "seen"])
    .execute();
  await countGone(db, gone);
}

/** "up_to" is no column, but a condition on one; "also" is somebody else to lock. */
const deleteBy = oneFor((columns) =>
  prepared((db, ...values: (string | number)[]) => {
    const conditions = columns.flatMap((name, i) => {
      if (name === "also") return [];
      return name === "up_to" ? sql`id <= ${values[i]}` : sql`${sql.ref(name)} = ${values[i]}`;
    });
    const which = sql.join(conditions, sql` and `);
    const also = columns.includes("also") ? sql`union all select cast(${values.at(-1)} as text)` : sql``;
    const people = sql`select user_id from notifications where ${which} ${also}`;
    return sql<Gone>`delete from notifications where ${which} and ${dialectOf(db).lockPeople("user_id", people)}
      returning user_id, hidden, seen`;
  }),
);

/** Locks those who had them, and perhaps somebody else, whom the same act notifies. Returns how many were deleted. */
export async function deleteNotifications(db: Db, which: Doomed, also?: string): Promise<number> {
  const columns = {
    id: which.id,
    user_id: which.userId,
    meme_id: which.memeId,
    comment_id: which.commentId,
    sender_id: which.senderId,
    type: which.kind && kindColumn(which.kind),
    hidden: which.shown && 0,
    up_to: which.upTo,
    also,
  };
  const given = Object.entries(columns).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
  const remove = deleteBy(given.map(({ name }) => name));
  return countGone(db, await remove(db, ...given.map(({ value }) => value)));
}

type Gone = Pick<NotificationRow, "user_id" | "hidden" | "seen">;

async function countGone(db: Db, gone: Gone[]): Promise<number> {
  await recount(
    db,
    gone.filter((row) => row.hidden === 0),
    -1,
  );
  return gone.length;
}

/** Deletes up to `max` seen notifications older than this. Returns how many. */
export async function deleteSeenBefore(db: Db, ms: number, max: number): Promise<number> {
  const old = db
    .selectFrom("notifications")
    .select(["id", "user_id"])
    // A literal, so that the partial index is used.
    .where("seen", "=", sql.lit(1))
    .where("created_at", "<", ms)
    .orderBy("created_at")
    .limit(max);
  return deleteListed(db, await old.execute());
}

async function deleteListed(db: Db, listed: readonly Pick<NotificationRow, "id" | "user_id">[]): Promise<number> {
  if (listed.length === 0) return 0;
  await lockUsers(db, [...new Set(listed.map((row) => row.user_id))]);
  const ids = listed.map((row) => row.id);
  const gone = await db
    .deleteFrom("notifications")
    .where("id", "in", ids)
    .returning(["user_id", "hidden", "seen"])
    .execute();
  return countGone(db, gone);
}

/** People with more than this many, by id. */
export async function listOverfull(db: Db, more: number, after: string, amount: number): Promise<string[]> {
  const rows = await db
    .selectFrom("users")
    .select("id")
    .where("notification_count", ">", more)
    .where("id", ">", after)
    .orderBy("id")
    .limit(amount)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes a person's notifications beyond the newest ones, oldest first. Returns how many. */
export async function deleteBeyond(db: Db, userId: string, newest: number, max: number): Promise<number> {
  const [last] = await ofUser(db, userId, BEYOND_ALL, 1, newest);
  if (!last) return 0;
  const beyond = db
    .selectFrom("notifications")
    .select(["id", "user_id"])
    .where("user_id", "=", userId)
    .where("hidden", "=", 0)
    .where("id", "<=", last.id)
    .orderBy("id")
    .limit(max);
  return deleteListed(db, await beyond.execute());
}

const bySessions = (db: Db, isOneOf: IsOneOf) =>
  db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select([
      "sessions.id as session_id",
      "sessions.seen_at",
      "users.unseen_count",
      "users.suspended_at",
      "users.suspended_until",
    ])
    .where(isOneOf("sessions.id"));
const toUnseen = (row: Awaited<ReturnType<ReturnType<typeof bySessions>["executeTakeFirstOrThrow"]>>) => ({
  sessionId: row.session_id,
  seenAt: row.seen_at,
  unseenCount: row.unseen_count,
  suspendedAt: row.suspended_at ?? undefined,
  suspendedUntil: row.suspended_until ?? undefined,
});
const unseenBySession = byIds(bySessions, toUnseen);

const groups = prepared(
  (_db, userId: string, max: number) =>
    sql<{ count: number | string }>`select count(*) as count from (
      select distinct type, case when type in (0, 1) then coalesce(meme_id, '') else cast(id as text) end as what
      from (select id, type, meme_id from notifications where user_id = ${userId} and hidden = 0 and seen = 0
        order by id desc limit ${max}) as newest) as grouped`,
);

/** How many of them are unseen if those that are shown as one count once. Looks at the newest `max`. */
export const countUnseenGroups = async (db: Db, userId: string, max: number): Promise<number> =>
  Number((await groups(db, userId, max))[0]!.count);

/** For each existing session: when it was last used, its person's suspension and unseen notifications. */
export const listUnseenBySession = (db: Db, sessionIds: readonly string[]) => unseenBySession(db, sessionIds);

/** Once per person, and always in the same order, so that two calls cannot deadlock. */
async function recount(db: Db, rows: readonly Pick<Gone, "user_id" | "seen">[], by: 1 | -1, also?: string) {
  const changes = new Map(also === undefined ? [] : [[also, { notificationCount: 0, unseenCount: 0 }]]);
  for (const { user_id, seen } of rows) {
    const change = changes.get(user_id) ?? { notificationCount: 0, unseenCount: 0 };
    change.notificationCount += by;
    if (seen === 0) change.unseenCount += by;
    changes.set(user_id, change);
  }
  for (const [userId, change] of [...changes].sort(([a], [b]) => (a < b ? -1 : 1)))
    await countForUser(db, userId, change);
}
