import { requireStaff } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { recipeOf } from "../make/choose-recipe.ts";
import { changeTemplate } from "./change-template.ts";
import { findVisibleTemplate } from "./find-template.ts";

/** The boxes of a recipe become those of the template, and its words the samples. */
export async function changeBoxes(ctx: Ctx, { id, recipe }: { id: string; recipe: unknown }): Promise<void> {
  requireStaff(ctx.actor);
  const { name, tags, alt, age } = await findVisibleTemplate(ctx, id);
  const { boxes } = recipeOf(recipe);
  await changeTemplate(ctx, {
    id,
    name,
    tags: tags.join(" "),
    alt,
    age,
    sampleTexts: boxes.map(({ text }) => text),
    boxes: JSON.stringify(boxes),
  });
}
