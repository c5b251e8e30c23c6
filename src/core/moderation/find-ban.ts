import { findBannedByHash, listWithPieces } from "../../data/banned-pictures.ts";
import type { BannedPicture } from "../../entities/banned-picture.ts";
import { similarTo, piecesOf } from "../../images/similarity.ts";
import { message } from "../../words/messages.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";

export interface Seen {
  /** Of the stored bytes: the same for the same upload. */
  hash: string;
  /** None if the picture is too flat to recognize. */
  perceptualHashes: readonly string[];
}

/** The ban that applies to a picture: its own, or that of a similar one. */
export async function findBan(
  { db }: Pick<Ctx, "db">,
  { hash, perceptualHashes }: Seen,
): Promise<BannedPicture | undefined> {
  const exact = await findBannedByHash(db, hash);
  if (exact) return exact;
  for (const one of perceptualHashes) {
    const isAlike = similarTo([one]);
    const found = (await listWithPieces(db, piecesOf([one]))).find((ban) => isAlike(ban.perceptualHashes));
    if (found) return found;
  }
  return undefined;
}

export async function requireNotBanned(ctx: Pick<Ctx, "db">, picture: Seen): Promise<void> {
  const ban = await findBan(ctx, picture);
  if (ban) throw new DomainError("banned_picture", message("error.banned-picture", { reason: ban.reason }));
}
