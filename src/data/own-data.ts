import type { BasePicture } from "../entities/base-picture.ts";
import type { Comment } from "../entities/comment.ts";
import type { Follow } from "../entities/follow.ts";
import type { MadeMeme } from "../entities/made-meme.ts";
import type { Notification } from "../entities/notification.ts";
import type { Rating } from "../entities/rating.ts";
import type { Report } from "../entities/report.ts";
import type { Suggestion } from "../entities/suggestion.ts";
import type { Template } from "../entities/template.ts";
import { toBase } from "./bases.ts";
import { toComment } from "./comments.ts";
import { toFollow } from "./follows.ts";
import { toNotification } from "./notifications.ts";
import { toRating } from "./ratings.ts";
import { toMade } from "./recipes.ts";
import { toReport } from "./reports.ts";
import type { Db } from "./schema.ts";
import { toSuggestion } from "./suggestions.ts";
import { toTemplate } from "./templates.ts";

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

/** How somebody's memes were made. */
export async function listMadeBy(db: Db, userId: string, amount: number, after?: MadeMeme): Promise<MadeMeme[]> {
  const query = db
    .selectFrom("recipes as r")
    .innerJoin("memes as m", "m.id", "r.meme_id")
    .selectAll("r")
    .where("m.author_id", "=", userId);
  const rows = await query
    .where("r.meme_id", ">", after?.memeId ?? "")
    .orderBy("r.meme_id")
    .limit(amount)
    .execute();
  return rows.map(toMade);
}

/** Pictures uploaded for recipes and templates. */
export async function listBasesBy(db: Db, userId: string, amount: number, after?: BasePicture): Promise<BasePicture[]> {
  const query = db.selectFrom("bases").selectAll().where("user_id", "=", userId);
  const rows = await query
    .where("id", ">", after?.id ?? "")
    .orderBy("id")
    .limit(amount)
    .execute();
  return rows.map(toBase);
}

/** Templates that somebody has proposed, whatever became of them. */
export async function listTemplatesBy(db: Db, userId: string, amount: number, after?: Template): Promise<Template[]> {
  const query = db.selectFrom("templates").selectAll().where("user_id", "=", userId);
  const rows = await query
    .where("id", ">", after?.id ?? "")
    .orderBy("id")
    .limit(amount)
    .execute();
  return rows.map(toTemplate);
}

/** A template that somebody wants to find again. */
export interface Favourite {
  templateId: string;
  createdAt: number;
}

export async function listFavouritesBy(
  db: Db,
  userId: string,
  amount: number,
  after?: Favourite,
): Promise<Favourite[]> {
  const query = db.selectFrom("template_favourites").selectAll().where("user_id", "=", userId);
  const rows = await query
    .where("template_id", ">", after?.templateId ?? "")
    .orderBy("template_id")
    .limit(amount)
    .execute();
  return rows.map((row) => ({ templateId: row.template_id, createdAt: row.created_at }));
}
