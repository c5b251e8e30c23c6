import { findMeme, lockMeme } from "../../data/memes.ts";
import { findUser } from "../../data/users.ts";
import { cachedUser } from "../users/find-user.ts";
import type { Meme } from "../../entities/meme.ts";
import type { User } from "../../entities/user.ts";
import { DomainError } from "../../errors.ts";
import { whenReady } from "../../when-ready.ts";
import { message } from "../../words/messages.ts";
import { canEdit, canSee } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { isId } from "../ids.ts";

export interface MemeWithAuthor {
  meme: Meme;
  author: User;
}

/** The only gate to a meme. Hidden and missing memes get the same answer. */
export const findVisibleMeme = (ctx: Ctx, id: string): Meme | Promise<Meme> =>
  whenReady(lookUp(ctx, id), (meme) => requireVisible(ctx, meme));

export function requireVisible<M extends Pick<Meme, "authorId" | "disabled">>({ actor }: Ctx, meme: M | undefined): M {
  if (!meme || !canSee(actor, meme)) throw new DomainError("not_found", message("error.no-meme"));
  return meme;
}

/** Visible or not. Writers read the current row, inside their transaction. */
export function lookUp({ db, cache }: Ctx, id: string): Meme | undefined | Promise<Meme | undefined> {
  if (!isId(id)) return undefined;
  return db.isTransaction ? findMeme(db, id) : cache.memes.find(findMeme, db, id);
}

/** The same gate, with a row lock: nobody can hide the meme or change its ratings before this transaction ends. */
export const lockVisibleMeme = async (tx: Ctx, id: string): Promise<Meme> =>
  requireVisible(tx, isId(id) ? await lockMeme(tx.db, id) : undefined);

export const findEditableMeme = async (tx: Ctx, id: string) => requireEditable(tx, await findVisibleMeme(tx, id));
export const lockEditableMeme = async (tx: Ctx, id: string) => requireEditable(tx, await lockVisibleMeme(tx, id));

function requireEditable({ actor }: Ctx, meme: Meme): Meme {
  if (!canEdit(actor, meme)) throw new DomainError("not_author", message("error.author-changes-meme"));
  return meme;
}

export function withAuthor(ctx: Ctx, meme: Meme): MemeWithAuthor | Promise<MemeWithAuthor> {
  const author = ctx.db.isTransaction ? findUser(ctx.db, meme.authorId) : cachedUser(ctx, meme.authorId);
  return whenReady(author, (found) => together(meme, found));
}

function together(meme: Meme, author: User | undefined): MemeWithAuthor {
  // The author was deleted, memes and all, after we read the meme.
  if (!author) throw new DomainError("not_found", message("error.no-meme"));
  return { meme, author };
}
