import type { SizedRendition, StillFormat } from "../../images/process.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { findEditableMeme } from "../memes/find-visible-meme.ts";
import { findParent } from "./add-recipe.ts";
import { drawPicture } from "./draw-meme.ts";
import type { MakeInput } from "./make-meme.ts";

export interface OnlyPicture extends Pick<MakeInput, "recipe" | "template" | "picture" | "texts" | "files" | "parent"> {
  /** Id of an own meme that is changed. */
  edited?: string | undefined;
}

/** The picture of a meme that is not posted. Nothing is stored. */
export async function makeOnly(
  ctx: Ctx,
  { parent, edited, ...wish }: OnlyPicture,
  still: StillFormat = "jpeg",
): Promise<SizedRendition> {
  requireMember(ctx.actor);
  if (parent !== undefined) await findParent(ctx, parent);
  const meme = edited === undefined ? undefined : await findEditableMeme(ctx, edited);
  return drawPicture(ctx, wish, { still, edited: meme });
}
