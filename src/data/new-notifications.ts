import { sql, type SqlBool } from "kysely";

import { FILTERED_KINDS, type Notification, type NotificationKind } from "../entities/notification.ts";
import { dialectOf } from "./dialect.ts";
import { kindColumn } from "./notifications.ts";
import { prepared } from "./prepared.ts";
import type { Db } from "./schema.ts";
import { countForUser } from "./users.ts";

const countUnseen = prepared((db, userId: string, kindBit: number) =>
  db
    .updateTable("users")
    .set((eb) => ({ notification_count: eb("notification_count", "+", 1), unseen_count: eb("unseen_count", "+", 1) }))
    .where("id", "=", userId)
    .where(sql<SqlBool>`(muted & ${kindBit}) = 0`)
    .returning("id"),
);

interface New extends Omit<Notification, "id" | "seen"> {
  type: number;
  /** Unless it comes from the people who run the site. */
  isFiltered: boolean;
}

/**
 * The recipient's row is locked by now, so a block or mute is either seen here or deletes what is written here. A
 * comment may be under a meme that a block hides from the recipient; a rating goes to the meme's author.
 */
const add = prepared(
  (
    db,
    userId: string,
    type: number,
    senderId: string,
    memeId: string | null,
    commentId: number | null,
    reportId: number | null,
    rating: number | null,
    text: string,
    createdAt: number,
    mention: number,
    isFiltered: number,
    placeId: string | null,
  ) =>
    sql<{ id: number }>`insert into notifications
      (user_id, type, sender_id, meme_id, comment_id, report_id, rating, text, created_at, mention, hidden, seen)
      select ${asText(userId)}, ${asInteger(type)}, ${asText(senderId)}, ${asText(memeId)}, ${asInteger(commentId)},
        ${asInteger(reportId)}, ${asInteger(rating)}, ${asText(text)}, cast(${createdAt} as ${dialectOf(db).millis}),
        ${asInteger(mention)}, 0, 0
      where ${asInteger(isFiltered)} = 0 or not exists (
        select 1 from blocks where user_id = ${userId} and other_id = ${senderId}
        union all select 1 from blocks where user_id = ${senderId} and other_id = ${userId} and kind = 1
        union all select 1 from memes m join blocks b on b.kind = 1 and b.user_id = m.author_id
          and b.other_id = ${userId} where m.id = ${placeId}
        union all select 1 from memes m join blocks b on b.kind = 1 and b.user_id = ${userId}
          and b.other_id = m.author_id where m.id = ${placeId})
      returning id`,
);

const asText = (value: string | null) => sql`cast(${value} as text)`;
const asInteger = (value: number | null) => sql`cast(${value} as integer)`;

const addNew = (db: Db, one: New) =>
  add(
    db,
    one.userId,
    one.type,
    one.senderId,
    one.memeId ?? null,
    one.commentId ?? null,
    one.reportId ?? null,
    one.rating ?? null,
    one.text,
    one.createdAt,
    Number(one.isMention),
    Number(one.isFiltered),
    one.kind === "comment" ? (one.memeId ?? null) : null,
  );

/** Does nothing if the person has turned this kind off, or the sender is muted or blocked. */
export async function insertNotification(db: Db, notification: Omit<Notification, "id" | "seen">): Promise<void> {
  const { userId, kind } = notification;
  const type = kindColumn(kind);
  if ((await countUnseen(db, userId, 1 << type)).length === 0) return;
  const isFiltered = (FILTERED_KINDS as readonly NotificationKind[]).includes(kind);
  const added = await addNew(db, { ...notification, type, isFiltered });
  if (added.length === 0) await countForUser(db, userId, { notificationCount: -1, unseenCount: -1 });
}
