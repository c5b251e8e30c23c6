import { findBannedByHash, insertBannedPicture } from "../../data/banned-pictures.ts";
import type { BannedPicture } from "../../entities/banned-picture.ts";
import { dialectOf } from "../../data/dialect.ts";
import type { Meme } from "../../entities/meme.ts";
import { piecesOf } from "../../images/similarity.ts";
import { looksOfStored } from "../../images/process.ts";
import { message } from "../../words/messages.ts";
import { requireStaff } from "../access.ts";
import { inFreeingTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { keyOf } from "../memes/renditions.ts";
import { cleanText } from "../text.ts";
import { deleteDiscardedAvatar } from "../users/discard-avatar.ts";
import { findReviewedMeme } from "./find-reviewed-meme.ts";
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

/** Prevents anybody from posting this meme's picture again, or showing it as theirs. The meme itself stays as it is. */
export async function banPicture(ctx: Ctx, input: Ban): Promise<BannedPicture> {
  requireStaff(ctx.actor);
  const reason = cleanText("reason", input.reason.trim(), { min: 1, max: MAX_BAN_REASON });
  const meme = await findReviewedMeme(ctx, input.memeId);
  // Slow, so it comes before the transaction. A flat picture has no perceptual hash: only the exact file is banned.
  const perceptualHashes = input.alike ? await readHashes(ctx, meme) : [];
  const banned = {
    imageHash: meme.image.hash,
    perceptualHashes,
    reason,
    staffName: ctx.actor.kind === "member" ? ctx.actor.user.username : OPERATOR,
    createdAt: ctx.now,
  };
  try {
    const { ban, avatars } = await inFreeingTransaction(ctx, async (tx) => {
      if (await findBannedByHash(tx.db, banned.imageHash)) throw bannedAlready();
      const ban = await insertBannedPicture(tx.db, banned, piecesOf(perceptualHashes));
      await recordOnMeme(tx, "ban-picture", meme, reason);
      return { ban, avatars: await removeBannedAvatars(tx, ban) };
    });
    for (const key of avatars) await deleteDiscardedAvatar(ctx, key);
    return ban;
  } catch (error) {
    throw dialectOf(ctx.db).isUniqueViolation(error) ? bannedAlready() : error;
  }
}

const bannedAlready = () => new DomainError("invalid", message("error.banned-already"));

async function readHashes({ storage }: Ctx, meme: Meme): Promise<string[]> {
  const stored = await storage.open(keyOf(meme.image, "original"));
  if (!stored) throw new DomainError("not_found", message("error.picture-lost"));
  const looks = await looksOfStored(await new Response(stored.slice(0, stored.size)).bytes());
  // A mirror does not make it another picture.
  return [...new Set([...looks.perceptualHashes, ...looks.mirroredHashes])];
}
