import { findShownMeme, type FoundMeme } from "../../data/memes.ts";
import { findPublicUser } from "../../data/users.ts";
import type { Meme } from "../../entities/meme.ts";
import type { PublicUser } from "../../entities/user.ts";
import { whenReady, whenReadyWith } from "../../when-ready.ts";
import type { Ctx } from "../ctx.ts";
import { isId } from "../ids.ts";
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
  /** Whether it can show this author without reading the account. */
  knows(ctx: Ctx, authorId: string): boolean;
  /** Begins before meme and author are read: what changes in the meantime is not kept. */
  begin(ctx: Ctx): Writing<W>;
}

interface Writing<W> {
  keepAuthor(author: PublicUser): void;
  /** The author is undefined if the writer knows them. */
  write(found: FoundMeme<PublicUser>): W;
}

/** Reads a meme as an answer, from its draft if possible. Who may see it is checked each time. */
export const readWrittenMeme = <W extends WrittenMeme>(ctx: Ctx, id: string, writer: MemeWriter<W>): W | Promise<W> =>
  whenReadyWith(findWrittenMeme(ctx, id, writer), requireVisible<W>, ctx);

/** Does not ask who may see it. */
export const findWrittenMeme = <W extends WrittenMeme>(ctx: Ctx, id: string, writer: MemeWriter<W>) =>
  writer.recall(ctx, id) ?? readAndWrite(ctx, id, writer);

function readAndWrite<W extends WrittenMeme>(ctx: Ctx, id: string, writer: MemeWriter<W>) {
  const writing = writer.begin(ctx);
  const authorId = writer.authorOf(id);
  if (authorId === undefined) return readWhole(ctx, id, writer, writing);
  // The draft is there, but its author has been forgotten: large sites have many.
  return whenReady(findAuthor(ctx, authorId), (author) => {
    if (author) writing.keepAuthor(author);
    return writer.recallLasting(ctx, id) ?? readWhole(ctx, id, writer, writing);
  });
}

function readWhole<W extends WrittenMeme>(ctx: Ctx, id: string, writer: MemeWriter<W>, writing: Writing<W>) {
  return whenReady(isId(id) ? findFor(writer, ctx, id) : undefined, (found) => found && writing.write(found));
}

/** Keeps neither of them, because the writer does. */
function findFor<W extends WrittenMeme>(writer: MemeWriter<W>, ctx: Ctx, id: string) {
  const kept = ctx.cache.memes.get(id);
  return whenReady(kept ? { meme: kept, author: undefined } : findShownMeme(ctx.db, id), (found) => {
    if (!found || found.author || writer.knows(ctx, found.meme.authorId)) return found;
    return whenReady(findAuthor(ctx, found.meme.authorId), (author) => author && { meme: found.meme, author });
  });
}

const findAuthor = ({ db, cache }: Ctx, id: string): PublicUser | undefined | Promise<PublicUser | undefined> =>
  cache.users.get(id) ?? findPublicUser(db, id);
