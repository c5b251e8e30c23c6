import type { Kept } from "../../data/kept.ts";
import type { Meme } from "../../entities/meme.ts";
import type { User } from "../../entities/user.ts";
import { whenReady, whenReadyWith } from "../../when-ready.ts";
import type { Ctx } from "../ctx.ts";
import { requireVisible, type MemeWithAuthor } from "./find-visible-meme.ts";
import { findWithAuthor } from "./find-with-author.ts";

/** A finished answer that shows a meme. It holds until the meme or its author changes, and not past `until`. */
export interface WrittenMeme extends Pick<Meme, "authorId" | "disabled"> {
  author: User;
  until: number;
}

/** Where finished answers are kept, by meme, and who writes them. */
export interface MemeWriter<W extends WrittenMeme> {
  kept: Kept<W>;
  /** Writes it from a draft, if one was kept. Its author has to be in memory. */
  recall(ctx: Ctx, id: string, willKeep: boolean): W | undefined;
  /** Begins before the meme is read. A change in the meantime keeps the draft from being kept. */
  begin(ctx: Ctx): (found: MemeWithAuthor, willKeep: boolean) => W;
}

/** A part of another answer is not worth keeping: it would push out what is asked for by itself. */
interface ReadOptions {
  keep: boolean;
}

/** Reads a meme as it was written for an earlier request, if that still holds. Who may see it is checked each time. */
export const readWrittenMeme = <W extends WrittenMeme>(
  ctx: Ctx,
  id: string,
  writer: MemeWriter<W>,
  options?: ReadOptions,
): W | Promise<W> => whenReadyWith(findWrittenMeme(ctx, id, writer, options), requireVisible<W>, ctx);

/** Does not ask who may see it. */
export function findWrittenMeme<W extends WrittenMeme>(
  ctx: Ctx,
  id: string,
  writer: MemeWriter<W>,
  { keep }: ReadOptions = { keep: true },
) {
  const { kept } = writer;
  const known = kept.get(id);
  if (known && holds(ctx, known)) return kept.hit(known);
  return keep ? keepWritten(ctx, id, writer, known) : write(ctx, id, writer, false);
}

const keepWritten = <W extends WrittenMeme>(ctx: Ctx, id: string, writer: MemeWriter<W>, last: W | undefined) =>
  writer.kept.load(id, (willKeep) => write(ctx, id, writer, willKeep), last);

const write = <W extends WrittenMeme>(ctx: Ctx, id: string, writer: MemeWriter<W>, willKeep: boolean) =>
  writer.recall(ctx, id, willKeep) ?? readAndWrite(ctx, id, writer, willKeep);

const holds = ({ cache, now }: Ctx, { until, authorId, author }: WrittenMeme) =>
  until > now && cache.users.get(authorId) === author;

function readAndWrite<W extends WrittenMeme>(ctx: Ctx, id: string, writer: MemeWriter<W>, willKeep: boolean) {
  const finish = writer.begin(ctx);
  return whenReady(findWithAuthor(ctx, id, { keepMeme: false }), (found) => found && finish(found, willKeep));
}
