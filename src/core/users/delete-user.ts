import { countLike, deleteLike, listLikesBy } from "../../data/comment-likes.ts";
import { deleteComment, findComment, listCommentsOfAuthor } from "../../data/comments.ts";
import { countForSite } from "../../data/counters.ts";
import { deleteFollowsBy, deleteFollowsOf } from "../../data/follows.ts";
import { countForMeme, listMemesOfAuthor, lockMeme } from "../../data/memes.ts";
import { deleteNotifications } from "../../data/notifications.ts";
import { forgetRedeemer } from "../../data/pro-codes.ts";
import { deleteRating, listRatedBy } from "../../data/ratings.ts";
import type { User } from "../../entities/user.ts";
import type { Meme } from "../../entities/meme.ts";
import { deleteTagFollowsOf } from "../../data/tag-follows.ts";
import { deleteStandingsOf } from "../../data/standings.ts";
import { deleteProposalsOf } from "../../data/templates.ts";
import { countForUser, deleteUser as eraseUser, updateUser } from "../../data/users.ts";
import { message } from "../../words/messages.ts";
import { requireOperator } from "../access.ts";
import { inFreeingTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { deleteMemeRows } from "../memes/delete-meme.ts";
import { deleteDiscarded } from "../memes/discard-image.ts";
import { recordAct } from "../moderation/record-act.ts";
import { countRating } from "../ratings/count-rating.ts";
import { requireAnotherFounder } from "./another-founder.ts";
import { deleteDiscardedAvatar, discardAvatar } from "./discard-avatar.ts";
import { findUserBy } from "./find-user.ts";

/** Requests already under way when the account was suspended may still write. They end soon. */
const MAX_ROUNDS = 5;
const LIKES_AT_ONCE = 100;

/**
 * Deletes an account with everything it made, and corrects every counter. Works in small transactions: one big one
 * would keep half of the site waiting. The account is suspended first, so that nothing new is made. If interrupted, it
 * stays suspended, and deleting it again continues. `force` allows deleting the last founder.
 */
export async function deleteUser(
  ctx: Ctx,
  idOrName: string,
  { force = false } = {},
): Promise<{ username: string; memes: number }> {
  requireOperator(ctx.actor);
  const user = await findUserBy(ctx, idOrName);
  await inFreeingTransaction(ctx, async (tx) => {
    if (!force) await requireAnotherFounder(tx, user);
    await updateUser(tx.db, user.id, { suspendedAt: user.suspendedAt ?? ctx.now, suspendedUntil: undefined });
  });
  let memes = 0;
  for (let round = 1; ; round++) {
    memes += await deleteMemes(ctx, user);
    await deleteRatings(ctx, user);
    await deleteLikes(ctx, user);
    await deleteComments(ctx, user);
    await deleteTies(ctx, user);
    try {
      await deleteAccount(ctx, user);
      return { username: user.username, memes };
    } catch (error) {
      // A row that refers to the account was added after we looked.
      if (!(error instanceof DomainError && error.code === "not_found") || round === MAX_ROUNDS) throw error;
    }
  }
}

async function deleteMemes(ctx: Ctx, user: User): Promise<number> {
  const memes = await listMemesOfAuthor(ctx.db, user.id);
  for (const meme of memes) await deleteOne(ctx, meme);
  await deleteDiscarded(
    ctx,
    memes.map(({ image }) => image),
  );
  return memes.length;
}

const deleteOne = (ctx: Ctx, meme: Meme) =>
  inFreeingTransaction(ctx, (tx) => deleteMemeRows(tx, meme, { withAccount: true })).catch((error: unknown) => {
    // Somebody was faster.
    if (!(error instanceof DomainError && error.code === "not_found")) throw error;
  });

async function deleteRatings(ctx: Ctx, { id }: User) {
  for (const memeId of await listRatedBy(ctx.db, id))
    await inFreeingTransaction(ctx, async (tx) => {
      const meme = await lockMeme(tx.db, memeId);
      // It may have been replaced since it was listed. Only what is really deleted counts.
      const before = await deleteRating(tx.db, memeId, id);
      if (meme && before) await countRating(tx, meme, { before });
    });
}

async function deleteLikes(ctx: Ctx, { id }: User) {
  for (;;) {
    const likes = await listLikesBy(ctx.db, id, LIKES_AT_ONCE);
    if (likes.length === 0) return;
    for (const { commentId } of likes)
      await inFreeingTransaction(ctx, async ({ db }) => {
        const comment = await findComment(db, commentId);
        if (comment) await lockMeme(db, comment.memeId);
        if (await deleteLike(db, commentId, id)) await countLike(db, commentId, -1);
      });
  }
}

async function deleteComments(ctx: Ctx, { id }: User) {
  for (const comment of await listCommentsOfAuthor(ctx.db, id))
    await inFreeingTransaction(ctx, async ({ db }) => {
      await lockMeme(db, comment.memeId);
      await deleteNotifications(db, { commentId: comment.id });
      if (await deleteComment(db, comment.id)) await countForMeme(db, comment.memeId, { comments: -1 });
    });
}

/** Deletes notifications, and ties to other people. */
async function deleteTies(ctx: Ctx, { id }: User) {
  await inFreeingTransaction(ctx, ({ db }) => deleteNotifications(db, { userId: id }));
  await inFreeingTransaction(ctx, ({ db }) => deleteNotifications(db, { senderId: id }));
  await inFreeingTransaction(ctx, async ({ db }) => {
    for (const other of await deleteFollowsBy(db, id)) await countForUser(db, other, { followerCount: -1 });
  });
  await inFreeingTransaction(ctx, async ({ db }) => {
    for (const other of await deleteFollowsOf(db, id)) await countForUser(db, other, { followingCount: -1 });
  });
  await inFreeingTransaction(ctx, ({ db }) => deleteTagFollowsOf(db, id));
  await inFreeingTransaction(ctx, ({ db }) => deleteProposalsOf(db, id));
}

async function deleteAccount(ctx: Ctx, { id, username }: User) {
  const picture = await inFreeingTransaction(ctx, async (tx) => {
    const { db, actor } = tx;
    // Keys, integrations, reports, collections and stored answers go with it. It comes first, because it waits for those
    // who have just written something about this account, and they must not wait for us.
    const gone = await eraseUser(db, id);
    if (!gone) throw new DomainError("not_found", message("error.no-user"));
    if (actor.kind === "system") await recordAct(tx, { kind: "delete-user", user: { id, username } });
    await forgetRedeemer(db, id);
    if (gone.avatarKey) await discardAvatar(tx, gone.avatarKey);
    await deleteStandingsOf(db, id);
    if (gone.avatarBytes > 0) await countForSite(db, "bytes", -gone.avatarBytes);
    await countForSite(db, "users", -1);
    return gone.avatarKey;
  });
  if (picture) await deleteDiscardedAvatar(ctx, picture);
}
