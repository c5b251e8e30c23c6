import { findMade } from "../../data/recipes.ts";
import { findTemplateName } from "../../data/templates.ts";
import type { Remixers } from "../../entities/made-meme.ts";
import type { Meme } from "../../entities/meme.ts";
import type { Ctx } from "../ctx.ts";
import { listFamily, type Family } from "./list-family.ts";
import { isRemixer } from "./may-remix.ts";

/** How a meme was made and what was made from it, as far as the caller may see it. */
export interface Making {
  /** Whether its author can change its picture. */
  hasRecipe: boolean;
  /** When its picture was changed last. */
  editedAt: number | undefined;
  remix: Remixers;
  /** Whether the caller may remix it. */
  mayRemix: boolean;
  /** Those that staff have retired are not named any more. */
  template: { id: string; name: string } | undefined;
  family: Family;
}

/** Of a meme that the caller can see. */
export async function readMaking(ctx: Ctx, meme: Meme): Promise<Making> {
  const made = await findMade(ctx.db, meme.id);
  const remix = made?.remix ?? "nobody";
  const [mayRemix, template, family] = await Promise.all([
    isRemixer(ctx, meme.authorId, remix),
    made?.templateId === undefined ? undefined : findTemplateName(ctx.db, made.templateId),
    listFamily(ctx, meme.id, { isRemix: made?.parentId !== undefined }),
  ]);
  return {
    hasRecipe: made?.recipe !== undefined,
    editedAt: made?.editedAt,
    remix,
    mayRemix,
    template,
    family,
  };
}
