import type { Comment } from "../entities/comment.ts";
import type { Follow } from "../entities/follow.ts";
import type { Notification } from "../entities/notification.ts";
import type { Rating } from "../entities/rating.ts";
import type { Report } from "../entities/report.ts";
import type { Suggestion } from "../entities/suggestion.ts";
import { toComment } from "./comments.ts";
import { toFollow } from "./follows.ts";
import { toNotification } from "./notifications.ts";
import { toRating } from "./ratings.ts";
import { toReport } from "./reports.ts";
import type { Db } from "./schema.ts";
import { toSuggestion } from "./suggestions.ts";

// Everything that belongs to one account, page by page, in the order of the index used.

export async function listRatingsBy(db: Db, userId: string, amount: number, after?: Rating): Promise<Rating[]> {
  let query = db.selectFrom("ratings").selectAll().where("user_id", "=", userId);
  if (after) query = query.where("meme_id", ">", after.memeId);
  return (await query.orderBy("meme_id").limit(amount).execute()).map(toRating);
}

export async function listCommentsBy(db: Db, userId: string, amount: number, after?: Comment): Promise<Comment[]> {
  const query = db.selectFrom("comments").selectAll().where("author_id", "=", userId);
  const rows = await query
    .where("id", ">", after?.id ?? 0)
    .orderBy("id")
    .limit(amount)
    .execute();
  return rows.map(toComment);
}

export async function listFollowedBy(db: Db, userId: string, amount: number, after?: Follow): Promise<Follow[]> {
  let query = db.selectFrom("follows").selectAll().where("follower_id", "=", userId);
  if (after) query = query.where("followed_id", ">", after.followedId);
  return (await query.orderBy("followed_id").limit(amount).execute()).map(toFollow);
}

/** Suggested translations. */
export async function listSuggestionsBy(
  db: Db,
  userId: string,
  amount: number,
  after?: Suggestion,
): Promise<Suggestion[]> {
  const query = db.selectFrom("suggestions").selectAll().where("user_id", "=", userId);
  const rest = after
    ? query.where((e) =>
        e.or([
          e("language", ">", after.language),
          e.and([e("language", "=", after.language), e("key", ">", after.key)]),
        ]),
      )
    : query;
  return (await rest.orderBy("language").orderBy("key").limit(amount).execute()).map(toSuggestion);
}

/** Those the person can see. */
export async function listToldTo(db: Db, userId: string, amount: number, after?: Notification) {
  const query = db.selectFrom("notifications").selectAll().where("user_id", "=", userId).where("hidden", "=", 0);
  const rows = await query
    .where("id", ">", after?.id ?? 0)
    .orderBy("id")
    .limit(amount)
    .execute();
  return rows.map(toNotification);
}

export async function listReportsBy(db: Db, userId: string, amount: number, after?: Report): Promise<Report[]> {
  const query = db.selectFrom("reports").selectAll().where("reporter_id", "=", userId);
  const rows = await query
    .where("id", ">", after?.id ?? 0)
    .orderBy("id")
    .limit(amount)
    .execute();
  return rows.map(toReport);
}
