import { deleteCollectedMeme } from "../../data/collections.ts";
import { deleteCommentsOfMeme } from "../../data/comments.ts";
import { deleteCopy } from "../../data/copies.ts";
import { countForSite } from "../../data/counters.ts";
import { emptyAnswersOfMeme } from "../../data/idempotency.ts";
import { finishJob } from "../../data/jobs.ts";
import * as memes from "../../data/memes.ts";
import { deleteNotifications } from "../../data/notifications.ts";
import { deleteRatingsOfMeme } from "../../data/ratings.ts";
import { adoptChildren, deleteMade } from "../../data/recipes.ts";
import type { Meme } from "../../entities/meme.ts";
import { deleteStandingsOf } from "../../data/standings.ts";
import { countForUser } from "../../data/users.ts";
import { message } from "../../words/messages.ts";
import { canDelete, isAuthor, refuseGuests } from "../access.ts";
import { inFreeingTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { releaseBases } from "../make/release-bases.ts";
import { recordOnMeme } from "../moderation/record-act.ts";
import { quoted, notifyPerson } from "../notifications/notify-person.ts";
import { deleteDiscarded, discardImage } from "./discard-image.ts";
import { findVisibleMeme } from "./find-visible-meme.ts";
import { delistMeme } from "./enlist-meme.ts";
import { recordDeletion } from "./record-deletion.ts";
import { MAKE_RENDITIONS } from "./make-renditions.ts";
import { bytesTaken } from "./stored-files.ts";

/** Permanent: rows and counters in one transaction, then the image. */
export async function deleteMeme(ctx: Ctx, memeId: string): Promise<void> {
  await deleteFound(ctx, "", async (tx) => {
    const found = await findVisibleMeme(tx, memeId);
    if (!canDelete(tx.actor, found)) throw new DomainError("not_author", message("error.author-deletes-meme"));
    return found;
  });
}

/** Deletions by others are in the staff log too, and the author is notified. */
export async function deleteFound(ctx: Ctx, reason: string, find: (tx: Ctx) => Promise<Meme>): Promise<void> {
  refuseGuests(ctx.actor);
  const meme = await inFreeingTransaction(ctx, async (tx) => {
    const found = await find(tx);
    await deleteMemeRows(tx, found);
    if (!isAuthor(tx.actor, found)) await notifyOfDeletion(tx, found, reason);
    return found;
  });
  await deleteDiscarded(ctx, [meme.image]);
}

async function notifyOfDeletion(tx: Ctx, meme: Meme, reason: string): Promise<void> {
  await recordOnMeme(tx, "delete-meme", meme, reason);
  const caption = quoted(meme.caption);
  const sentence = reason
    ? message("moderation.told-deleted-because", { caption, reason })
    : message("moderation.told-deleted", { caption });
  await notifyPerson(tx, meme.authorId, sentence);
}

/**
 * Runs inside a transaction. Returns whether everyone could see the meme until now. `withAccount` if the account of its
 * author goes too.
 */
export async function deleteMemeRows(tx: Ctx, meme: Meme, { withAccount = false } = {}): Promise<boolean> {
  const { db } = tx;
  // Whatever we read before, only the state behind the slot lock counts.
  const wasEnabled = await memes.disableMeme(db, meme);
  const locked = await memes.lockMeme(db, meme.id);
  if (!locked) throw new DomainError("not_found", message("error.no-meme"));
  await deleteCollectedMeme(db, meme.id);
  if (wasEnabled) await delistMeme(tx, meme);
  await deleteNotifications(db, { memeId: meme.id });
  await emptyAnswersOfMeme(db, meme.id);
  const ratings = await deleteRatingsOfMeme(db, meme.id);
  await deleteCommentsOfMeme(db, meme.id);
  await deleteCopy(db, meme.id);
  await adoptChildren(db, meme.id);
  const freed = await releaseBases(tx, meme.authorId, await deleteMade(db, meme.id));
  await memes.deleteMeme(db, meme.id);
  await recordDeletion(tx, meme, withAccount);
  await discardImage(tx, locked.image);
  await finishJob(db, MAKE_RENDITIONS, meme.id);
  const bytes = bytesTaken(locked.image) + freed;
  const { submittedCount } = await countForUser(db, meme.authorId, {
    memeCount: wasEnabled ? -1 : 0,
    submittedCount: -1,
    storedBytes: -bytes,
  });
  await deleteStandingsOf(db, meme.id);
  if (ratings) await countForSite(db, "ratings", -ratings);
  await countForSite(db, "bytes", -bytes);
  if (submittedCount === 0) await countForSite(db, "memers", -1);
  return wasEnabled;
}
