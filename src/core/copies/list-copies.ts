import { listCopiesAfter, listCopiesAround, listCopiesBefore } from "../../data/copies.ts";
import type { Ctx } from "../ctx.ts";
import { findVisibleMeme, type MemeWithAuthor } from "../memes/find-visible-meme.ts";
import { readListed } from "../memes/read-listed.ts";

/** Hidden copies are left out afterwards. */
const MAX_EACH = 24;

/** Other memes with the same picture, as far as the caller may see them. */
export interface Copies {
  /** The latest first. */
  earlier: MemeWithAuthor[];
  /** The earliest first. */
  later: MemeWithAuthor[];
}

export async function listCopies(ctx: Ctx, memeId: string, amount = MAX_EACH): Promise<Copies> {
  const { id } = await findVisibleMeme(ctx, memeId);
  const listed = await readListed(ctx, await listCopiesAround(ctx.db, id, amount));
  return { earlier: listed.filter(({ meme }) => meme.id < id), later: listed.filter(({ meme }) => meme.id > id) };
}

/** Beyond all ids. */
const END = "9";

/** The first meme of a family that the caller may see, or one of the last. */
export async function findEarlier(ctx: Ctx, family: string | undefined): Promise<MemeWithAuthor | undefined> {
  if (family === undefined) return undefined;
  const [first] = await readListed(ctx, await listCopiesAfter(ctx.db, family, "", MAX_EACH));
  return first ?? (await readListed(ctx, await listCopiesBefore(ctx.db, family, END, MAX_EACH))).at(-1);
}
