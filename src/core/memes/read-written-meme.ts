import { findShownMeme, type FoundMeme } from "../../data/memes.ts";
import type { Meme } from "../../entities/meme.ts";
import type { PublicUser } from "../../entities/user.ts";
import { whenReady, whenReadyWith } from "../../when-ready.ts";
import type { Ctx } from "../ctx.ts";
import { isId } from "../ids.ts";
import { cachedUser } from "../users/find-user.ts";
import { requireVisible } from "./find-visible-meme.ts";

/** An answer that shows a meme. */
export type WrittenMeme = Pick<Meme, "authorId" | "disabled">;

/** Who writes it. */
export interface MemeWriter<W extends WrittenMeme> {
  /** From a draft, if one is kept. The author has to be in memory. */
  recall(ctx: Ctx, id: string): W | undefined;
  /** The same for later. */
  recallLasting(ctx: Ctx, id: string): W | undefined;
  /** The author of a meme, if its draft is kept. */
  authorOf(id: string): string | undefined;
  /** Begins before meme and author are read: what changes in the meantime is not kept. */
  begin(ctx: Ctx): (found: ShownMeme) => W;
}

interface ShownMeme {
  meme: Meme;
  author: PublicUser;
}

/** Reads a meme as an answer, from its draft if possible. Who may see it is checked each time. */
export const readWrittenMeme = <W extends WrittenMeme>(ctx: Ctx, id: string, writer: MemeWriter<W>): W | Promise<W> =>
  whenReadyWith(findWrittenMeme(ctx, id, writer), requireVisible<W>, ctx);

/** Does not ask who may see it. */
export const findWrittenMeme = <W extends WrittenMeme>(ctx: Ctx, id: string, writer: MemeWriter<W>) =>
  writer.recall(ctx, id) ?? readAndWrite(ctx, id, writer);

/** Large sites have many authors. One who has been forgotten is read alone, if the draft is still there. */
function readAndWrite<W extends WrittenMeme>(ctx: Ctx, id: string, writer: MemeWriter<W>) {
  const authorId = writer.authorOf(id);
  if (authorId === undefined) return readWhole(ctx, id, writer);
  return whenReady(cachedUser(ctx, authorId), () => writer.recallLasting(ctx, id) ?? readWhole(ctx, id, writer));
}

function readWhole<W extends WrittenMeme>(ctx: Ctx, id: string, writer: MemeWriter<W>) {
  const write = writer.begin(ctx);
  return whenReady(isId(id) ? find(ctx, id) : undefined, (found) => found && write(found));
}

/** Keeps neither of them, because the writer does. */
function find(ctx: Ctx, id: string) {
  const kept = ctx.cache.memes.get(id);
  const found = kept ? { meme: kept, author: undefined } : findShownMeme(ctx.db, id);
  return whenReady(found, (one) => one && addAuthor(ctx, one));
}

const addAuthor = (ctx: Ctx, { meme, author }: FoundMeme<PublicUser>) =>
  whenReady(author ?? cachedUser(ctx, meme.authorId), (by) => by && { meme, author: by });
