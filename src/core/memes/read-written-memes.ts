import { findMemes } from "../../data/memes.ts";
import type { Ctx } from "../ctx.ts";
import { hasFilter } from "../filters/wants.ts";
import { readListed, type MemeReader } from "./read-listed.ts";
import type { MemeWriter, WrittenMeme } from "./read-written-meme.ts";
import { withAuthors } from "./with-authors.ts";

/** The memes of a list as answers, from their drafts where possible: many more of them are in memory than memes. */
export const writtenMemes = <W extends WrittenMeme & { id: string }>(writer: MemeWriter<W>): MemeReader<W> => ({
  read: (ctx, ids) => (hasFilter(ctx.actor) ? writeWanted(ctx, ids, writer) : writeAll(ctx, ids, writer)),
  idOf: ({ id }) => id,
});

/** A draft doesn't tell whether the caller wants to see the meme. */
async function writeWanted<W extends WrittenMeme>(ctx: Ctx, ids: readonly string[], writer: MemeWriter<W>) {
  const writing = writer.begin(ctx);
  const wanted = await readListed(ctx, ids);
  return wanted.map((one) => writer.recallLasting(ctx, one.meme.id) ?? writing.write(one));
}

async function writeAll<W extends WrittenMeme>(ctx: Ctx, ids: readonly string[], writer: MemeWriter<W>) {
  const recalled = ids.map((id) => writer.recallLasting(ctx, id));
  const missing = ids.filter((_, i) => recalled[i] === undefined);
  if (missing.length === 0) return recalled as W[];
  const writing = writer.begin(ctx);
  const found = await withAuthors(ctx, [...(await findMemes(ctx.db, missing)).values()]);
  const written = new Map(found.map((one) => [one.meme.id, writing.write(one)]));
  return ids.flatMap((id, i) => recalled[i] ?? written.get(id) ?? []);
}
