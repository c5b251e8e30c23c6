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
}

/** Whether the sender is muted or blocked, or has blocked the recipient. */
const isBetween = (userId: string, senderId: string) => sql`select 1 from blocks
    where user_id = ${userId} and other_id = ${senderId}
  union all select 1 from blocks where user_id = ${senderId} and other_id = ${userId} and kind = 1`;

/** A comment may be under a meme that a block hides from the recipient; a rating goes to the meme's author. */
const isAround = (userId: string, memeId: string | null) => sql`select 1 from memes m
    join blocks b on b.kind = 1 and b.user_id = m.author_id and b.other_id = ${userId} where m.id = ${memeId}
  union all select 1 from memes m
    join blocks b on b.kind = 1 and b.user_id = ${userId} and b.other_id = m.author_id where m.id = ${memeId}`;

const OBSTACLES = {
  nothing: () => sql`select 1 where 1 = 0`,
  people: isBetween,
  place: (userId: string, senderId: string, memeId: string | null) =>
    sql`${isBetween(userId, senderId)} union all ${isAround(userId, memeId)}`,
};

/** The recipient's row is locked by now, so a block or mute is either seen here or deletes what is written here. */
const adding = (obstacle: keyof typeof OBSTACLES) =>
  prepared(
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
    ) =>
      sql<{ id: number }>`insert into notifications
      (user_id, type, sender_id, meme_id, comment_id, report_id, rating, text, created_at, mention, hidden, seen)
      select ${asText(userId)}, ${asInteger(type)}, ${asText(senderId)}, ${asText(memeId)}, ${asInteger(commentId)},
        ${asInteger(reportId)}, ${asInteger(rating)}, ${asText(text)}, cast(${createdAt} as ${dialectOf(db).millis}),
        ${asInteger(mention)}, 0, 0
      where not exists (${OBSTACLES[obstacle](userId, senderId, memeId)})
      returning id`,
  );
const add = { nothing: adding("nothing"), people: adding("people"), place: adding("place") };

const asText = (value: string | null) => sql`cast(${value} as text)`;
const asInteger = (value: number | null) => sql`cast(${value} as integer)`;

/** People who run the site always get through. */
const obstacleTo = ({ kind }: New) =>
  !(FILTERED_KINDS as readonly NotificationKind[]).includes(kind) ? "nothing" : kind === "comment" ? "place" : "people";

const addNew = (db: Db, one: New) =>
  add[obstacleTo(one)](
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
  );

/** Does nothing if the person has turned this kind off, or the sender is muted or blocked. */
export async function insertNotification(db: Db, notification: Omit<Notification, "id" | "seen">): Promise<void> {
  const { userId, kind } = notification;
  const type = kindColumn(kind);
  if ((await countUnseen(db, userId, 1 << type)).length === 0) return;
  const added = await addNew(db, { ...notification, type });
  if (added.length === 0) await countForUser(db, userId, { notificationCount: -1, unseenCount: -1 });
}
