import type { Meme } from "../../entities/meme.ts";
import { whenReady, whenReadyWith } from "../../when-ready.ts";
import type { Ctx } from "../ctx.ts";
import { requireVisible, type MemeWithAuthor } from "./find-visible-meme.ts";
import { findWithAuthor } from "./find-with-author.ts";

/** An answer that shows a meme. */
export type WrittenMeme = Pick<Meme, "authorId" | "disabled">;

/** Who writes it. */
export interface MemeWriter<W extends WrittenMeme> {
  /** From a draft, if one is kept. The author has to be in memory. */
  recall(ctx: Ctx, id: string): W | undefined;
  /** Begins before the meme is read: if it changes in the meantime, no draft is kept. */
  begin(ctx: Ctx): (found: MemeWithAuthor) => W;
}

/** Reads a meme as an answer, from its draft if possible. Who may see it is checked each time. */
export const readWrittenMeme = <W extends WrittenMeme>(ctx: Ctx, id: string, writer: MemeWriter<W>): W | Promise<W> =>
  whenReadyWith(findWrittenMeme(ctx, id, writer), requireVisible<W>, ctx);

/** Does not ask who may see it. */
export const findWrittenMeme = <W extends WrittenMeme>(ctx: Ctx, id: string, writer: MemeWriter<W>) =>
  writer.recall(ctx, id) ?? readAndWrite(ctx, id, writer);

function readAndWrite<W extends WrittenMeme>(ctx: Ctx, id: string, writer: MemeWriter<W>) {
  const write = writer.begin(ctx);
  return whenReady(findWithAuthor(ctx, id, { keepMeme: false }), (found) => found && write(found));
}
