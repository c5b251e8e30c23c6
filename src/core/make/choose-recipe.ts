import { readRecipe as parseRecipe, type Recipe } from "../../compose/recipe.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import type { Ctx } from "../ctx.ts";
import { findVisibleTemplate } from "../templates/find-template.ts";
import { recipeOf as recipeOfTemplate, withTexts } from "../templates/template-recipe.ts";

/** Above and below. */
export const CLASSIC_TEXTS = 2;

/** What somebody wants to be drawn: one of the first three. */
export interface Wish {
  /** As it came, of any shape. */
  recipe?: unknown;
  /** Id of a template, to be filled with the texts. */
  template?: string | undefined;
  /** An upload, to be given a text above and one below. */
  picture?: string | undefined;
  texts?: readonly string[] | undefined;
}

/** The recipe itself, or the upload that is to become a classic. */
export async function chooseRecipe(
  ctx: Pick<Ctx, "db" | "actor">,
  { recipe, template, picture, texts = [] }: Wish,
): Promise<Recipe | { classic: string }> {
  if (recipe !== undefined && template !== undefined) throw invalid(message("make.recipe-or-template"));
  if (template !== undefined && picture !== undefined) throw invalid(message("make.template-or-image"));
  if (recipe !== undefined) return recipeOf(recipe);
  if (template !== undefined) return fillTemplate(ctx, template, texts);
  if (picture === undefined) throw invalid(message("make.nothing"));
  requireTexts(texts, CLASSIC_TEXTS);
  return { classic: picture };
}

/** Refuses what is no recipe with a sentence that says why. */
export function recipeOf(value: unknown): Recipe {
  const read = parseRecipe(value);
  if ("refused" in read) throw invalid(read.refused);
  return read.recipe;
}

async function fillTemplate(ctx: Pick<Ctx, "db" | "actor">, id: string, texts: readonly string[]): Promise<Recipe> {
  const recipe = recipeOfTemplate(await findVisibleTemplate(ctx, id));
  requireTexts(texts, recipe.boxes.length);
  return recipeOf(withTexts(recipe, texts));
}

function requireTexts(texts: readonly string[], most: number) {
  if (texts.length > most) throw invalid(message("make.many-texts", { most, given: texts.length }));
}

const invalid = (sentence: ConstructorParameters<typeof DomainError>[1]) =>
  new DomainError("invalid", sentence, { field: "text" });
