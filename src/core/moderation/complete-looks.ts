import { listUnseenAvatars, replaceAvatarLooks } from "../../data/avatar-looks.ts";
import { listBannedPictures, updateBannedLooks } from "../../data/banned-pictures.ts";
import { findUser, lockUser } from "../../data/users.ts";
import type { BannedPicture } from "../../entities/banned-picture.ts";
import { looksOfStored } from "../../images/process.ts";
import { mirrorHash, piecesOf, similarTo } from "../../images/similarity.ts";
import { readBytes } from "../../storage/storage.ts";
import { requireOperator } from "../access.ts";
import { looksOf } from "../copies/near-families.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { avatarFile } from "../users/avatar-files.ts";

export const COMPLETE_LOOKS = "complete-looks";
const BATCH = 50;

/** Adds what earlier versions did not keep: how banned pictures look in a mirror, and what avatars look like. */
export async function completeLooks(ctx: Ctx, signal?: AbortSignal): Promise<{ bans: number; avatars: number }> {
  requireOperator(ctx.actor);
  return { bans: await mirrorBans(ctx, signal), avatars: await seeAvatars(ctx, signal) };
}

async function mirrorBans(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  let mirrored = 0;
  for (let after: number | undefined; ;) {
    signal?.throwIfAborted();
    const bans = await listBannedPictures(ctx.db, { amount: BATCH, skip: 0, ...(after ? { after } : {}) });
    for (const ban of bans) {
      const missing = mirrorsMissing(ban);
      if (missing.length === 0) continue;
      const all = [...ban.perceptualHashes, ...missing];
      await inTransaction(ctx, ({ db }) => updateBannedLooks(db, ban.id, all, piecesOf(all)));
      mirrored++;
    }
    if (bans.length < BATCH) return mirrored;
    after = bans.at(-1)!.id;
  }
}

/** The picture is not kept, so the mirrored hash is worked out from the hash. */
const mirrorsMissing = ({ perceptualHashes }: BannedPicture) =>
  perceptualHashes.map(mirrorHash).filter((mirrored) => !similarTo(perceptualHashes)([mirrored]));

async function seeAvatars(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  let seen = 0;
  for (let after = ""; ;) {
    signal?.throwIfAborted();
    const people = await listUnseenAvatars(ctx.db, after, BATCH);
    for (const { id, key } of people) if (await seeAvatar(ctx, id, key)) seen++;
    if (people.length < BATCH) return seen;
    after = people.at(-1)!.id;
  }
}

/** The square is what is left of the picture. */
async function seeAvatar(ctx: Ctx, userId: string, key: string): Promise<boolean> {
  const bytes = await readBytes(ctx.storage, avatarFile(key, 256));
  if (!bytes || !(await findUser(ctx.db, userId))) return false;
  const { perceptualHashes } = await looksOfStored(bytes);
  return inTransaction(ctx, async ({ db }) => {
    if ((await lockUser(db, userId))?.avatarKey !== key) return false;
    await replaceAvatarLooks(db, userId, looksOf(perceptualHashes));
    return true;
  });
}
