import { findAncestors, listChildren } from "../../data/recipes.ts";
import type { Ctx } from "../ctx.ts";
import { findVisibleMeme, type MemeWithAuthor } from "../memes/find-visible-meme.ts";
import { readListed } from "../memes/read-listed.ts";

const CHILDREN_AT_ONCE = 50;
/** Of a meme with countless remixes, most of them hidden, not all are looked at. */
const MAX_LOOKED_AT = 500;

export interface Family {
  /** What it was made from, the oldest first. */
  ancestors: MemeWithAuthor[];
  /** What was made from it, the oldest first. */
  children: MemeWithAuthor[];
}

/** What the caller can see of a meme's family. Those that they cannot see leave no gap. Most memes are no remix. */
export async function listFamily(ctx: Ctx, memeId: string, { amount = 12, isRemix = true } = {}): Promise<Family> {
  await findVisibleMeme(ctx, memeId);
  const [ancestors, children] = await Promise.all([
    isRemix ? listAncestors(ctx, memeId) : [],
    listVisibleChildren(ctx, memeId, amount),
  ]);
  return { ancestors, children };
}

const listAncestors = async (ctx: Ctx, memeId: string): Promise<MemeWithAuthor[]> =>
  readListed(ctx, (await findAncestors(ctx.db, memeId)).reverse());

async function listVisibleChildren(ctx: Ctx, memeId: string, amount: number): Promise<MemeWithAuthor[]> {
  const found: MemeWithAuthor[] = [];
  let after = "";
  for (let looked = 0; looked < MAX_LOOKED_AT; looked += CHILDREN_AT_ONCE) {
    const ids = await listChildren(ctx.db, memeId, after, CHILDREN_AT_ONCE);
    found.push(...(await readListed(ctx, ids)));
    if (found.length >= amount || ids.length < CHILDREN_AT_ONCE) break;
    after = ids.at(-1)!;
  }
  return found.slice(0, amount);
}
