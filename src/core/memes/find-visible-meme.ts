import { findMeme } from "../../data/memes.ts";
import type { MemeRow, UserRow } from "../../data/schema.ts";
import { findUser } from "../../data/users.ts";
import { canEdit, canSee } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../errors.ts";
import { isId } from "../ids.ts";

export interface MemeWithAuthor {
  meme: MemeRow;
  author: UserRow;
}

/** The one gate to a meme: what is hidden from this caller and what does not exist leave by the same line. */
export async function findVisibleMeme({ db, actor, cache }: Ctx, id: string): Promise<MemeRow> {
  let meme: MemeRow | undefined;
  // Who is about to change something reads what is there now, inside his transaction.
  if (db.isTransaction) meme = isId(id) ? await findMeme(db, id) : undefined;
  else if (isId(id)) meme = await cache.throughIfPopular(cache.memes, id, () => findMeme(db, id));
  if (!meme || !canSee(actor, meme)) throw new DomainError("not_found", "There is no such meme.");
  return meme;
}

export async function findEditableMeme(ctx: Ctx, id: string): Promise<MemeRow> {
  const meme = await findVisibleMeme(ctx, id);
  if (!canEdit(ctx.actor, meme)) throw new DomainError("not_allowed", "Only its author can change a meme.");
  return meme;
}

export async function withAuthor({ db, cache }: Ctx, meme: MemeRow): Promise<MemeWithAuthor> {
  const author = await cache.through(cache.users, meme.author_id, () => findUser(db, meme.author_id));
  // The author was deleted, memes and all, since we read the meme.
  if (!author) throw new DomainError("not_found", "There is no such meme.");
  return { meme, author };
}
