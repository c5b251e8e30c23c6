import type { Recipe } from "../../compose/recipe.ts";
import { findMade } from "../../data/recipes.ts";
import type { MadeMeme } from "../../entities/made-meme.ts";
import type { Meme } from "../../entities/meme.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import { canSee, isAuthor } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { findVisibleMeme, lookUp } from "../memes/find-visible-meme.ts";
import { findUsable, picturesIn, type Edited, type FoundBase, type PicturedBase } from "./find-base.ts";
import { requireRemixer } from "./may-remix.ts";

export interface ReadRecipe {
  meme: Meme;
  recipe: Recipe;
  /** Pictures that it names, in the order of its panels. */
  pictures: RecipePicture[];
  made: MadeMeme;
}

export interface RecipePicture extends FoundBase {
  base: PicturedBase;
}

/**
 * What a meme is made of, for its author and for whoever may remix it. It names only what the caller may use, in any meme
 * or, if it is read to be edited, in this one.
 */
export async function readRecipe(ctx: Ctx, memeId: string, { toEdit = false } = {}): Promise<ReadRecipe> {
  const meme = await findVisibleMeme(ctx, memeId);
  await requireRemixer(ctx, meme);
  const made = await findMade(ctx.db, memeId);
  if (made?.recipe === undefined) throw new DomainError("not_found", message("make.no-recipe"));
  const recipe = JSON.parse(made.recipe) as Recipe;
  const pictures = await findPictures(ctx, recipe, toEdit ? meme : undefined);
  if (!pictures)
    throw new DomainError("not_found", message(isAuthor(ctx.actor, meme) ? "make.recipe-gone" : "make.no-recipe"));
  return { meme, recipe, pictures, made: { ...made, parentId: await visibleParent(ctx, made) } };
}

/** Undefined if the caller may not use one of them. */
export async function findPictures(ctx: Ctx, recipe: Recipe, edited?: Edited): Promise<RecipePicture[] | undefined> {
  const pictures: RecipePicture[] = [];
  for (const base of picturesIn(recipe)) {
    const found = await findUsable(ctx, base, edited);
    if (!found) return undefined;
    pictures.push({ ...found, base });
  }
  return pictures;
}

/** Nobody learns of a hidden original. */
async function visibleParent(ctx: Ctx, { parentId }: MadeMeme): Promise<string | undefined> {
  const parent = parentId === undefined ? undefined : await lookUp(ctx, parentId);
  return parent && canSee(ctx.actor, parent) ? parentId : undefined;
}
