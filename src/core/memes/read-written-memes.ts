import { findMemes } from "../../data/memes.ts";
import type { Ctx } from "../ctx.ts";
import { memesWithAuthors, type MemeReader } from "./read-listed.ts";
import type { MemeWriter, WrittenMeme } from "./read-written-meme.ts";
import { withAuthors } from "./with-authors.ts";

/** The memes of a list as answers, from their drafts where possible: many more of them are in memory than memes. */
export const writtenMemes = <W extends WrittenMeme & { id: string }>(writer: MemeWriter<W>): MemeReader<W> => ({
  read: async (ctx, ids) => writeMemes(ctx, await findWanted(ctx, ids), writer),
  idOf: ({ id }) => id,
});

/** Drafts don't tell whether the caller wants to see them. */
async function findWanted(ctx: Ctx, ids: readonly string[]): Promise<readonly string[]> {
  if (ctx.actor.kind !== "member" || !ctx.actor.filter) return ids;
  return (await memesWithAuthors.read(ctx, ids)).map(memesWithAuthors.idOf);
}

async function writeMemes<W extends WrittenMeme>(ctx: Ctx, ids: readonly string[], writer: MemeWriter<W>) {
  const recalled = ids.map((id) => writer.recallLasting(ctx, id));
  const missing = ids.filter((_, i) => recalled[i] === undefined);
  if (missing.length === 0) return recalled as W[];
  const writing = writer.begin(ctx);
  const found = await withAuthors(ctx, [...(await findMemes(ctx.db, missing)).values()]);
  const written = new Map(found.map((one) => [one.meme.id, writing.write(one)]));
  return ids.flatMap((id, i) => recalled[i] ?? written.get(id) ?? []);
}
