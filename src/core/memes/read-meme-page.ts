import { listLiked } from "../../data/comment-likes.ts";
import { findReadyAt } from "../../data/encodings.ts";
import { findNewer, listNewest } from "../../data/newest.ts";
import { countRatings, findRating } from "../../data/ratings.ts";
import type { Rating } from "../../entities/rating.ts";
import { isPro } from "../access.ts";
import { findSavedAmong } from "../collections/list-saved.ts";
import { findRepliedTo, listMemeComments, type CommentBy } from "../comments/list-meme-comments.ts";
import { findMentioned } from "../comments/mentions.ts";
import { listCopies, type Copies } from "../copies/list-copies.ts";
import type { Ctx } from "../ctx.ts";
import { hasFilter } from "../filters/wants.ts";
import type { Page } from "../lists.ts";
import { readMaking, type Making } from "../make/read-making.ts";
import { readHoldReason } from "../moderation/read-hold.ts";
import { listMemeRatings } from "../ratings/list-meme-ratings.ts";
import type { RatingWithUser } from "../ratings/read-own-rating.ts";
import { isFollowing } from "../users/read-follow.ts";
import type { MemeWithAuthor } from "./find-visible-meme.ts";
import { memeCursorOf } from "./list-recent-memes.ts";
import { readListed } from "./read-listed.ts";
import { readMeme } from "./read-meme.ts";

export const COMMENTS = 200;
const RATERS = 24;
/** Before it, and after it. */
const COPIES = 4;

export interface MemeInFull extends MemeWithAuthor {
  mine: Rating | undefined;
  /** Whether the caller has saved it. */
  saved: boolean;
  /** Whether the caller follows its author. */
  following: boolean;
  /** How often each rating was given, indexed by rating - 1. */
  histogram: number[];
  comments: Page<CommentBy, number>;
  /** Names of the people whom they reply to, by the id of their comment. */
  repliedTo: Record<number, string>;
  /** Comments the caller likes. */
  liked: readonly number[];
  /** Names of people mentioned in the comments. */
  mentioned: readonly string[];
  /** Everyone's ratings; undefined if the caller may not see them. */
  raters: RatingWithUser[] | undefined;
  /** Why staff hid it, if they did. */
  holdReason: string | undefined;
  /** When its video will probably be ready, if it is not. */
  readyAt: number | undefined;
  newer: string | undefined;
  older: string | undefined;
  /** The nearest copies of its picture, without relatives. */
  copies: Copies;
  making: Making;
}

/** A meme with its ratings, comments and neighbours. */
export async function readMemeInFull(ctx: Ctx, id: string, commentsAfter?: number): Promise<MemeInFull> {
  const found = await readMeme(ctx, id);
  const { meme } = found;
  const me = ctx.actor.kind === "member" ? ctx.actor.user : undefined;
  const mayKnow = me !== undefined && isPro(me, ctx.now);
  const maxAge = meme.age === 4 ? 4 : 2;
  const here = memeCursorOf(meme);
  const [mine, savedOnes, following, histogram, comments, raters, holdReason, readyAt, newer, older, copies, making] =
    await Promise.all([
      me && findRating(ctx.db, meme.id, me.id),
      findSavedAmong(ctx, [meme.id]),
      isFollowing(ctx, found.author.id),
      countRatings(ctx.db, meme.id),
      listMemeComments(ctx, meme.id, { amount: COMMENTS, skip: 0, after: commentsAfter }),
      mayKnow ? listMemeRatings(ctx, meme, { amount: RATERS, skip: 0 }) : undefined,
      readHoldReason(ctx, meme),
      meme.held === "encoding" ? findReadyAt(ctx.db, meme.id) : undefined,
      findNewer(ctx.db, maxAge, here),
      listNewest(ctx.db, maxAge, { after: here, skip: 0, amount: 1 }),
      listCopies(ctx, meme.id, COPIES),
      readMaking(ctx, meme),
    ]);
  const texts = comments.items.map(({ comment }) => comment.content);
  const [mentioned, repliedTo, liked, neighbours] = await Promise.all([
    findMentioned(ctx, texts),
    findRepliedTo(ctx, comments.items),
    listLikedAmong(ctx, comments.items),
    keepWanted(ctx, [newer?.id, older[0]?.id]),
  ]);
  return {
    ...found,
    mine,
    saved: savedOnes.has(meme.id),
    following,
    histogram,
    comments,
    repliedTo,
    liked,
    mentioned: mentioned.map(({ username }) => username),
    raters: raters?.items,
    holdReason,
    readyAt,
    newer: neighbours[0],
    older: neighbours[1],
    copies: withoutRelatives(copies, making),
    making,
  };
}

/** A remix may look the same. The family tree has it already. */
function withoutRelatives({ earlier, later }: Copies, { family }: Making): Copies {
  const relatives = new Set([...family.ancestors, ...family.children].map(({ meme }) => meme.id));
  const isStranger = ({ meme }: MemeWithAuthor) => !relatives.has(meme.id);
  return { earlier: earlier.filter(isStranger), later: later.filter(isStranger) };
}

const listLikedAmong = async ({ db, actor }: Ctx, comments: readonly CommentBy[]): Promise<number[]> =>
  actor.kind === "member"
    ? listLiked(
        db,
        actor.user.id,
        comments.map(({ comment }) => comment.id),
      )
    : [];

/** Leaves out neighbours that the caller does not want to see. */
async function keepWanted(ctx: Ctx, ids: readonly (string | undefined)[]): Promise<(string | undefined)[]> {
  if (!hasFilter(ctx.actor)) return [...ids];
  const listed = await readListed(
    ctx,
    ids.filter((id) => id !== undefined),
  );
  return ids.map((id) => (listed.some(({ meme }) => meme.id === id) ? id : undefined));
}
