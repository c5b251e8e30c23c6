import { listBasesBy, listMadeBy } from "../../data/own-data.ts";
import type { BasePicture } from "../../entities/base-picture.ts";
import type { MadeMeme } from "../../entities/made-meme.ts";
import { DomainError } from "../../errors.ts";
import { readBytes } from "../../storage/storage.ts";
import { canSee, requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { baseFile } from "../make/base-files.ts";
import { readRecipe } from "../make/read-recipe.ts";
import { lookUp } from "../memes/find-visible-meme.ts";
import { isoOrNull } from "./exported.ts";
import { inParts, type ExportedFile } from "./exported-file.ts";

/** Few, because each recipe is looked at by itself. */
const PART = 500;
const BASES_AT_ONCE = 100;

/** The recipes of the caller's memes, and the pictures uploaded for them. */
export async function* exportMade(ctx: Ctx): AsyncGenerator<ExportedFile> {
  const { user } = requireMember(ctx.actor);
  const recipes = async (after: ShownMade | undefined) => {
    const found = await listMadeBy(ctx.db, user.id, PART, after?.made);
    return Promise.all(found.map((made) => asShown(ctx, made)));
  };
  yield* inParts(recipes, presentMade, "recipes", { amount: PART, now: ctx.now });
  yield* exportBases(ctx, user.id);
}

/** As far as the caller may see what it was made from. */
interface ShownMade {
  made: MadeMeme;
  recipe: object | undefined;
  parentId: string | undefined;
}

async function asShown(ctx: Ctx, made: MadeMeme): Promise<ShownMade> {
  const parent = made.parentId === undefined ? undefined : await lookUp(ctx, made.parentId);
  return {
    made,
    recipe: await recipeOf(ctx, made),
    parentId: parent && canSee(ctx.actor, parent) ? parent.id : undefined,
  };
}

/** Undefined if it names a picture that is not for the caller any more. */
async function recipeOf(ctx: Ctx, { memeId }: MadeMeme): Promise<object | undefined> {
  try {
    return (await readRecipe(ctx, memeId, { toEdit: true })).recipe;
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_found") return undefined;
    throw error;
  }
}

const presentMade = ({ made, recipe, parentId }: ShownMade) => ({
  meme: made.memeId,
  remixers: made.remix,
  remixed_from: parentId ?? null,
  template: made.templateId ?? null,
  edited: isoOrNull(made.editedAt),
  recipe: recipe ?? null,
});

/** Skips those that the storage has lost. */
async function* exportBases({ db, storage }: Ctx, userId: string): AsyncGenerator<ExportedFile> {
  let last: BasePicture | undefined;
  do {
    const bases = await listBasesBy(db, userId, BASES_AT_ONCE, last);
    for (const base of bases) {
      const bytes = await readBytes(storage, baseFile(base));
      if (bytes) yield { path: `bases/${base.id}.${base.extension}`, bytes, modifiedAt: base.createdAt };
    }
    last = bases.at(-1);
  } while (last);
}
