import { dialectOf } from "../../data/dialect.ts";
import type { User } from "../../entities/user.ts";
import { DomainError, explainOutage, isOutage } from "../../errors.ts";
import { processAvatar, type Picture, type ProcessedAvatar } from "../../images/process.ts";
import { thirdsOfFile } from "../../images/similarity.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { looksOf } from "../copies/near-families.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { requireSpace } from "../memes/quotas.ts";
import { mustWait } from "../memes/submit-meme.ts";
import { requireNotBanned, type Seen } from "../moderation/find-ban.ts";
import { AVATAR_TYPE, avatarFile, newAvatarKey } from "./avatar-files.ts";
import { deleteDiscardedAvatar } from "./discard-avatar.ts";
import { replaceAvatar } from "./replace-avatar.ts";

/** Bans know the first half of a hash: see submit-meme.ts. */
const seenOf = ({ seen }: ProcessedAvatar): Seen => ({ ...seen, hash: seen.hash.slice(0, 32) });

/** The caller's own picture, instead of a drawing. A chosen drawing is kept, for when the picture goes. */
export async function uploadAvatar(ctx: Ctx, picture: Picture): Promise<User> {
  const { user } = requireMember(ctx.actor);
  // The files would take the space that deletions need.
  dialectOf(ctx.db).requireRoom();
  if (await mustWait(ctx, user)) throw new DomainError("not_allowed", message("error.avatar-waits"));
  await requireSpace(ctx, 1);
  const image = await processAvatar(picture, user.id);
  const bytes = image.large.length + image.small.length;
  // Checked before anything is stored, so that there is nothing to clean up.
  await requireNotBanned(ctx, seenOf(image));
  await requireSpace(ctx, bytes);
  const key = await storeAvatar(ctx, image);
  try {
    return await wearPicture(ctx, user.id, { key, bytes, seen: seenOf(image) });
  } catch (error) {
    // After an outage we cannot know whether the picture is in use, so its files are left to the sweep.
    if (error instanceof DomainError && !isOutage(error)) await deleteDiscardedAvatar(ctx, key);
    throw error;
  }
}

/** Bytes before the row: a file without a row is litter, a row without a file is a broken page. */
async function storeAvatar({ storage, ids }: Ctx, { large, small, hash }: ProcessedAvatar): Promise<string> {
  const key = newAvatarKey(ids.next(), hash);
  try {
    await storage.put(avatarFile(key, 256), large, AVATAR_TYPE);
    await storage.put(avatarFile(key, 64), small, AVATAR_TYPE);
  } catch (error) {
    throw explainOutage(error, message("error.pictures-away"));
  }
  return key;
}

interface Worn {
  key: string;
  bytes: number;
  seen: Seen;
}

async function wearPicture(ctx: Ctx, userId: string, { key, bytes, seen }: Worn): Promise<User> {
  const looks = [thirdsOfFile(seen.hash), ...looksOf(seen.perceptualHashes)];
  const { user, replaced } = await inTransaction(ctx, async (tx) => {
    // Staff may have banned it while its bytes were being stored.
    await requireNotBanned(tx, seen);
    return replaceAvatar(tx, userId, { avatarKey: key, avatarBytes: bytes }, looks);
  });
  if (replaced) await deleteDiscardedAvatar(ctx, replaced);
  return user;
}
