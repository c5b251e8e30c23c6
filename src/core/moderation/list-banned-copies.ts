import { findBannedById } from "../../data/banned-pictures.ts";
import { findFamilyWith, listCopiesAfter } from "../../data/copies.ts";
import type { BannedPicture } from "../../entities/banned-picture.ts";
import { DomainError } from "../../errors.ts";
import { MAX_DIFFERENCE, thirdsOfFile } from "../../images/similarity.ts";
import { message } from "../../words/messages.ts";
import { requireStaff } from "../access.ts";
import { listFamiliesNear } from "../copies/near-families.ts";
import type { Ctx } from "../ctx.ts";
import type { MemeWithAuthor } from "../memes/find-visible-meme.ts";
import { readListed } from "../memes/read-listed.ts";
import { hideMeme } from "./hide-meme.ts";
import { withEverybody } from "./with-everybody.ts";

/** Looked at in one go. If there are more, they come up when these are hidden. */
const MAX_FAMILIES = 100;
const MAX_COPIES = 100;

export interface BannedCopies {
  ban: BannedPicture;
  /** Those that everyone can see. */
  memes: MemeWithAuthor[];
}

/** Memes that are up although their picture is banned. */
export async function listBannedCopies(ctx: Ctx, banId: number): Promise<BannedCopies> {
  requireStaff(ctx.actor);
  const ban = await findBannedById(ctx.db, banId);
  if (!ban) throw new DomainError("not_found", message("error.no-ban"));
  const exact = await findFamilyWith(ctx.db, thirdsOfFile(ban.imageHash));
  const near = await listFamiliesNear(ctx.db, ban.perceptualHashes, MAX_DIFFERENCE);
  const memes: MemeWithAuthor[] = [];
  const everything = withEverybody(ctx);
  for (const family of [...new Set([...(exact === undefined ? [] : [exact]), ...near])].slice(0, MAX_FAMILIES)) {
    const listed = await readListed(everything, await listCopiesAfter(ctx.db, family, "", MAX_COPIES));
    memes.push(...listed.filter(({ meme }) => !meme.disabled && isMeant(ban, meme.image.hash)));
    if (memes.length >= MAX_COPIES) break;
  }
  return { ban, memes: memes.slice(0, MAX_COPIES) };
}

/** A ban of one file does not extend to files that look like it. */
const isMeant = ({ perceptualHashes, imageHash }: BannedPicture, hash: string) =>
  perceptualHashes.length > 0 || hash === imageHash;

/** Hides those that are up, for the reason of the ban. */
export async function hideBannedCopies(ctx: Ctx, banId: number): Promise<number> {
  requireStaff(ctx.actor);
  const { ban, memes } = await listBannedCopies(ctx, banId);
  for (const { meme } of memes) await hideMeme(ctx, { memeId: meme.id, reason: ban.reason });
  return memes.length;
}
