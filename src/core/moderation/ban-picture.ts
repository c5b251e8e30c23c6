import { findBannedByHash, insertBannedPicture } from "../../data/banned-pictures.ts";
import type { BannedPicture } from "../../entities/banned-picture.ts";
import { dialectOf } from "../../data/dialect.ts";
import { retireTemplatesOf } from "../../data/templates.ts";
import { piecesOf } from "../../images/similarity.ts";
import { looksOfStored } from "../../images/process.ts";
import type { Looks } from "../../images/perceptual-hash.ts";
import { takesVideos } from "../../video/ffmpeg.ts";
import type { Meme } from "../../entities/meme.ts";
import { message } from "../../words/messages.ts";
import { requireStaff } from "../access.ts";
import { inFreeingTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { readBytes } from "../../storage/storage.ts";
import { keyOf } from "../memes/renditions.ts";
import { looksOver } from "../memes/submit-video.ts";
import { cleanText } from "../text.ts";
import { deleteDiscardedAvatar } from "../users/discard-avatar.ts";
import { findReviewedMeme } from "./find-reviewed-meme.ts";
import { forgetMadeFrom } from "./made-from.ts";
import { openStoredVideo } from "./open-stored-video.ts";
import { OPERATOR, recordOnMeme } from "./record-act.ts";
import { removeBannedAvatars } from "./remove-avatar-of.ts";

export const MAX_BAN_REASON = 200;

export interface Ban {
  memeId: string;
  /** Shown to people who try to post it. */
  reason: string;
  /** Also bans similar pictures, which may be the same joke with other words in it. */
  alike: boolean;
}

/**
 * Prevents anybody from posting this meme's picture again, showing it as theirs, or making another meme of it. The meme
 * itself stays as it is, and so do those that were made from it, but their recipes go.
 */
export async function banPicture(ctx: Ctx, input: Ban): Promise<BannedPicture> {
  requireStaff(ctx.actor);
  const { alike } = input;
  const reason = cleanText("reason", input.reason.trim(), { min: 1, max: MAX_BAN_REASON });
  const meme = await findReviewedMeme(ctx, input.memeId);
  const looks = alike ? await looksOfMeme(ctx, meme) : undefined;
  return banStored(ctx, { imageHash: meme.image.hash, looks, reason }, async (tx) => {
    await recordOnMeme(tx, "ban-picture", meme, reason);
    await forgetMadeFrom(tx, { memeId: meme.id, alike });
  });
}

/** A picture that is stored, of whatever it is. */
interface StoredPicture extends Pick<Ban, "reason"> {
  imageHash: string;
  /** If similar pictures are banned as well. Reading them is slow, so they come before the transaction. */
  looks: Looks | undefined;
}

/** `then` is part of the transaction, and writes the log. */
export async function banStored(
  ctx: Ctx,
  { imageHash, looks, reason }: StoredPicture,
  then: (tx: Ctx) => Promise<void>,
): Promise<BannedPicture> {
  requireStaff(ctx.actor);
  // A mirror does not make it another picture. A flat one has no perceptual hash: only the exact file is banned.
  const perceptualHashes = looks ? [...new Set([...looks.perceptualHashes, ...looks.mirroredHashes])] : [];
  const staffName = ctx.actor.kind === "member" ? ctx.actor.user.username : OPERATOR;
  const banned = { imageHash, perceptualHashes, reason, staffName, createdAt: ctx.now };
  try {
    const { ban, avatars } = await inFreeingTransaction(ctx, async (tx) => {
      if (await findBannedByHash(tx.db, imageHash)) throw bannedAlready();
      const ban = await insertBannedPicture(tx.db, banned, piecesOf(perceptualHashes));
      await then(tx);
      await retireTemplatesOf(tx.db, imageHash, tx.now);
      return { ban, avatars: await removeBannedAvatars(tx, ban) };
    });
    for (const key of avatars) await deleteDiscardedAvatar(ctx, key);
    return ban;
  } catch (error) {
    throw dialectOf(ctx.db).isUniqueViolation(error) ? bannedAlready() : error;
  }
}

const bannedAlready = () => new DomainError("invalid", message("error.banned-already"));

export async function looksOfFile({ storage }: Pick<Ctx, "storage">, file: string): Promise<Looks> {
  const bytes = await readBytes(storage, file);
  if (!bytes) throw new DomainError("not_found", message("error.picture-lost"));
  return looksOfStored(bytes);
}

/** A video looks like its poster and like moments from all over it, where it can still be read. */
async function looksOfMeme(ctx: Ctx, meme: Meme): Promise<Looks> {
  const looks = await looksOfFile(ctx, keyOf(meme.image, "original"));
  if (!(await takesVideos(ctx.policy.video))) return looks;
  await using video = await openStoredVideo(ctx, meme);
  return video ? await looksOver(video, looks) : looks;
}
