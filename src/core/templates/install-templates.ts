import type { RecipeInput } from "../../compose/recipe.ts";
import { DomainError } from "../../errors.ts";
import { processImage } from "../../images/process.ts";
import { requireOperator } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { newBase } from "../make/base-files.ts";
import { addTemplate, withStored } from "./add-template.ts";
import { drawPreview } from "./draw-preview.ts";
import { recipeFor } from "./template-recipe.ts";

/** A template that sites come with. */
export interface StarterTemplate {
  /** Never changes: by it, a site knows what it has. */
  slug: string;
  name: string;
  alt: string;
  tags: readonly string[];
  recipe: Omit<RecipeInput, "panels">;
  /** One for each box. */
  texts: readonly string[];
}

/** Adds a template that the site comes with. Running it twice does no harm. */
export async function installTemplate(ctx: Ctx, starter: StarterTemplate, picture: Uint8Array): Promise<void> {
  requireOperator(ctx.actor);
  const image = await processImage(picture);
  const base = newBase(ctx, image);
  const id = ctx.ids.next();
  const recipe = recipeFor({ id, base: base.base, boxes: starter.recipe.boxes ?? [] });
  const sampleTexts = [...starter.texts];
  const preview = await drawPreview(ctx, { recipe, sampleTexts, bytes: base.file.bytes });
  const template = {
    id,
    name: starter.name,
    tags: [...starter.tags],
    authorId: undefined,
    status: "accepted" as const,
    baseId: base.base.id,
    previewId: preview.base.id,
    alt: starter.alt,
    recipe: JSON.stringify(recipe),
    sampleTexts,
    age: 1 as const,
    slug: starter.slug,
    createdAt: ctx.now,
    decidedAt: ctx.now,
  };
  const bases = [base, preview];
  await withStored(ctx, bases, () => addTemplate(ctx, template, bases)).catch((error: unknown) => {
    // Another process was faster.
    if (!(error instanceof DomainError && error.code === "conflict")) throw error;
  });
}
