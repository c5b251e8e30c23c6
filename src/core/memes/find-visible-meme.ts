import { findMeme, lockMeme } from "../../data/memes.ts";
import type { User } from "../../entities/user.ts";
import type { Meme } from "../../entities/meme.ts";
import { findUser } from "../../data/users.ts";
import { message } from "../../words/messages.ts";
import { canEdit, canSee } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { isId } from "../ids.ts";
import { whenReady } from "../../when-ready.ts";

export interface MemeWithAuthor {
  meme: Meme;
  author: User;
}

/** The one gate to a meme: what is hidden from this caller and what does not exist leave by the same line. */
export const findVisibleMeme = (ctx: Ctx, id: string): Meme | Promise<Meme> =>
  whenReady(lookUp(ctx, id), (meme) => requireVisible(ctx, meme));

function requireVisible({ actor }: Ctx, meme: Meme | undefined): Meme {
  if (!meme || !canSee(actor, meme)) throw new DomainError("not_found", message("error.no-meme"));
  return meme;
}

function lookUp({ db, cache }: Ctx, id: string): Meme | undefined | Promise<Meme | undefined> {
  if (!isId(id)) return undefined;
  // Who is about to change something reads what is there now, inside his transaction.
  return db.isTransaction ? findMeme(db, id) : cache.throughIfPopular(cache.memes, id, () => findMeme(db, id));
}

/** The same gate, and nobody else changes its ratings or hides it before this transaction ends. */
export const lockVisibleMeme = async (tx: Ctx, id: string): Promise<Meme> =>
  requireVisible(tx, isId(id) ? await lockMeme(tx.db, id) : undefined);

export const findEditableMeme = async (tx: Ctx, id: string) => requireEditable(tx, await findVisibleMeme(tx, id));
export const lockEditableMeme = async (tx: Ctx, id: string) => requireEditable(tx, await lockVisibleMeme(tx, id));

function requireEditable({ actor }: Ctx, meme: Meme): Meme {
  if (!canEdit(actor, meme)) throw new DomainError("not_author", message("error.author-changes-meme"));
  return meme;
}

export function withAuthor({ db, cache }: Ctx, meme: Meme): MemeWithAuthor | Promise<MemeWithAuthor> {
  // What a transaction sees is not for others until it ends well.
  if (db.isTransaction) return findUser(db, meme.authorId).then((found) => together(meme, found));
  const author = cache.through(cache.users, meme.authorId, async () => findUser(db, meme.authorId));
  return whenReady(author, (found) => together(meme, found));
}

function together(meme: Meme, author: User | undefined): MemeWithAuthor {
  // The author was deleted, memes and all, since we read the meme.
  if (!author) throw new DomainError("not_found", message("error.no-meme"));
  return { meme, author };
}
