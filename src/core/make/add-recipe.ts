import { insertBase } from "../../data/bases.ts";
import { insertMade } from "../../data/recipes.ts";
import type { BasePicture } from "../../entities/base-picture.ts";
import type { MadeMeme } from "../../entities/made-meme.ts";
import type { Meme } from "../../entities/meme.ts";
import type { Ctx } from "../ctx.ts";
import { findVisibleMeme } from "../memes/find-visible-meme.ts";
import { requireRemixer } from "./may-remix.ts";

/** How a meme that is about to be added was made. */
export interface PreparedRecipe extends Pick<MadeMeme, "recipe" | "templateId" | "parentId" | "remix"> {
  /** All uploads that the recipe names. */
  baseIds: readonly string[];
  /** Those of them that are stored and have no row yet. */
  newBases: readonly BasePicture[];
}

export const bytesOfBases = (bases: readonly BasePicture[]) => bases.reduce((sum, { bytes }) => sum + bytes, 0);

/** In the transaction that adds the meme, after its row. Returns the meme that it was remixed from. */
export async function addRecipe(
  tx: Ctx,
  memeId: string,
  { baseIds, newBases, ...made }: PreparedRecipe,
): Promise<Meme | undefined> {
  // Its author may have hidden it, or said no, while ours was being drawn.
  const parent = made.parentId === undefined ? undefined : await findParent(tx, made.parentId);
  for (const base of newBases) await insertBase(tx.db, base);
  await insertMade(tx.db, { ...made, memeId, editedAt: undefined }, baseIds);
  return parent;
}

/** The meme that another one is said to be made from. The caller may remix it. */
export async function findParent(ctx: Ctx, memeId: string): Promise<Meme> {
  const meme = await findVisibleMeme(ctx, memeId);
  await requireRemixer(ctx, meme);
  return meme;
}
