import { findBannedByHash, listWithPieces, type BannedPictureRow } from "../../data/banned-pictures.ts";
import { differenceOf, MOST_DIFFERENT, piecesOf } from "../../images/look.ts";
import { said } from "../../words/messages.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../errors.ts";

export interface Seen {
  /** Of the bytes that are stored: the same for the same upload. */
  hash: string;
  look: string | undefined;
}

/** The ban that a picture falls under: its own, or of one that looks like it. */
export async function findBan({ db }: Pick<Ctx, "db">, { hash, look }: Seen): Promise<BannedPictureRow | undefined> {
  const exact = await findBannedByHash(db, hash);
  if (exact || look === undefined) return exact;
  const near = await listWithPieces(db, piecesOf(look));
  return near.find((ban) => differenceOf(ban.look, look) <= MOST_DIFFERENT);
}

export async function requireNotBanned(ctx: Pick<Ctx, "db">, picture: Seen): Promise<void> {
  const ban = await findBan(ctx, picture);
  if (ban) throw new DomainError("invalid", said("error.banned-picture", { reason: ban.reason }));
}
