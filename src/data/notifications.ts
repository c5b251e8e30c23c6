import type { Insertable } from "kysely";

import { prepared } from "./prepared.ts";
import type { Db, NotificationRow, NotificationsTable } from "./schema.ts";
import { countForUser } from "./users.ts";

const ofUser = prepared((db, userId: string, beforeId: number, amount: number, skip: number) =>
  db
    .selectFrom("notifications")
    .selectAll()
    .where("user_id", "=", userId)
    .where("hidden", "=", 0)
    .where("id", "<", beforeId)
    .orderBy("id", "desc")
    .limit(amount)
    .offset(skip),
);

const BEYOND_ALL = 2 ** 31 - 1;

/** Newest first. */
export const listNotifications = async (
  db: Db,
  userId: string,
  { amount, skip, after = BEYOND_ALL }: { amount: number; skip: number; after?: number },
): Promise<NotificationRow[]> => ofUser(db, userId, after, amount, skip);

export async function insertNotification(db: Db, row: Omit<Insertable<NotificationsTable>, "hidden">): Promise<void> {
  await db
    .insertInto("notifications")
    .values({ ...row, hidden: 0 })
    .execute();
  await countForUser(db, row.user_id, { notification_count: +1 });
}

export async function updateToldRating(db: Db, memeId: string, senderId: string, rating: number): Promise<void> {
  await db
    .updateTable("notifications")
    .set({ rating })
    .where("meme_id", "=", memeId)
    .where("sender_id", "=", senderId)
    .where("rating", "is not", null)
    .execute();
}

/** Keeps those of a meme from everyone but its author, or gives them back. */
export async function hideNotifications(db: Db, memeId: string, authorId: string, hidden: boolean): Promise<void> {
  const changed = await db
    .updateTable("notifications")
    .set({ hidden: Number(hidden) })
    .where("meme_id", "=", memeId)
    .where("user_id", "<>", authorId)
    .where("hidden", "=", Number(!hidden))
    .returning("user_id")
    .execute();
  // The author's row takes its place among them: more is counted there in the same act.
  await recount(db, changed, hidden ? -1 : +1, authorId);
}

/** What is to go: all that names what is given. */
export interface Doomed {
  id?: number;
  userId?: string;
  memeId?: string;
  commentId?: number;
  senderId?: string;
  type?: number;
  hidden?: 0;
}

/** Returns how many went. */
export async function deleteNotifications(db: Db, which: Doomed): Promise<number> {
  const columns = {
    id: which.id,
    user_id: which.userId,
    meme_id: which.memeId,
    comment_id: which.commentId,
    sender_id: which.senderId,
    type: which.type,
    hidden: which.hidden,
  };
  let query = db.deleteFrom("notifications").returning(["user_id", "hidden"]);
  for (const [name, value] of Object.entries(columns))
    if (value !== undefined) query = query.where(name as keyof typeof columns, "=", value);
  const gone = await query.execute();
  await recount(
    db,
    gone.filter((row) => row.hidden === 0),
    -1,
  );
  return gone.length;
}

/** Once for each person, and always in the same order, so that two who do this at once do not wait for each other. */
async function recount(db: Db, rows: readonly { user_id: string }[], by: 1 | -1, also?: string) {
  const counts = new Map<string, number>(also === undefined ? [] : [[also, 0]]);
  for (const { user_id } of rows) counts.set(user_id, (counts.get(user_id) ?? 0) + by);
  for (const [userId, change] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
    await countForUser(db, userId, { notification_count: change });
}
