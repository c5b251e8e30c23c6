import { classicRecipe } from "../../compose/classic.ts";
import type { Recipe } from "../../compose/recipe.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import { canEdit, requireStaff } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { findVisibleTemplate, noTemplate } from "../templates/find-template.ts";
import { withTexts } from "../templates/template-recipe.ts";
import { findEditableMeme, findVisibleMeme } from "../memes/find-visible-meme.ts";
import { chooseRecipe } from "./choose-recipe.ts";
import { findNamedPicture } from "./draw-meme.ts";
import { requireRemixer } from "./may-remix.ts";
import { findPictures, readRecipe, type RecipePicture } from "./read-recipe.ts";

/** A template to fill, a meme to remix, one's own meme to edit, or a template whose boxes staff edit. */
export type StartFrom = { template: string } | { meme: string } | { own: string } | { boxes: string };

export interface StartedRecipe {
  recipe: Recipe;
  /** Pictures that it names, in the order of its panels. */
  pictures: RecipePicture[];
  /** The meme to be remixed. */
  parent?: string;
  template?: string;
}

/** What the editor begins with. Guests may look; who posts what comes of it is checked then. */
export async function startRecipe(ctx: Ctx, from: StartFrom): Promise<StartedRecipe> {
  if ("template" in from) return startFromTemplate(ctx, from.template);
  if ("boxes" in from) return startBoxes(ctx, from.boxes);
  return "meme" in from ? startRemix(ctx, from.meme) : startEdit(ctx, from.own);
}

async function startFromTemplate(ctx: Ctx, template: string): Promise<StartedRecipe> {
  const recipe = (await chooseRecipe(ctx, { template })) as Recipe;
  const pictures = await findPictures(ctx, recipe);
  if (!pictures) throw noTemplate();
  return { recipe, pictures, template };
}

/** With its samples, which are edited too. */
async function startBoxes(ctx: Ctx, id: string): Promise<StartedRecipe> {
  requireStaff(ctx.actor);
  const template = await findVisibleTemplate(ctx, id);
  const started = await startFromTemplate(ctx, id);
  return { ...started, recipe: withTexts(started.recipe, template.sampleTexts) };
}

/** From its recipe or, if there is none that the caller may use, from the meme as it is. */
async function startRemix(ctx: Ctx, memeId: string): Promise<StartedRecipe> {
  const meme = await findVisibleMeme(ctx, memeId);
  await requireRemixer(ctx, meme);
  const read = await readRecipe(ctx, memeId).catch(orNothing);
  if (read) return { ...onlyRecipe(read), parent: memeId };
  const base = { kind: "meme" as const, id: memeId };
  const found = await findNamedPicture(ctx, base);
  return { recipe: classicRecipe(base, found, []), pictures: [{ ...found, base }], parent: memeId };
}

async function startEdit(ctx: Ctx, memeId: string): Promise<StartedRecipe> {
  const meme = await findEditableMeme(ctx, memeId);
  if (!canEdit(ctx.actor, meme)) throw new DomainError("not_author", message("error.author-changes-meme"));
  return onlyRecipe(await readRecipe(ctx, memeId, { toEdit: true }));
}

const onlyRecipe = ({ recipe, pictures, made }: Awaited<ReturnType<typeof readRecipe>>): StartedRecipe => ({
  recipe,
  pictures,
  ...(made.templateId === undefined ? {} : { template: made.templateId }),
});

function orNothing(error: unknown): undefined {
  if (!(error instanceof DomainError && error.code === "not_found")) throw error;
}
