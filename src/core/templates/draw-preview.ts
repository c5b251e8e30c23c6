import { MIN_SIDE } from "../../compose/limits.ts";
import type { Recipe } from "../../compose/recipe.ts";
import { makePicture } from "../../images/process.ts";
import type { Ctx } from "../ctx.ts";
import { newBase, type NewBase } from "../make/base-files.ts";
import { withTexts } from "./template-recipe.ts";

/** Sharp enough beside its description, and light enough for a page of many. */
const WIDTH = 720;

interface Drawn {
  recipe: Recipe;
  sampleTexts: readonly string[];
  /** The template's picture. */
  bytes: Uint8Array;
}

/** A template with its sample texts. It is the site's own, and stands still. */
export async function drawPreview(
  ctx: Pick<Ctx, "actor" | "ids" | "now">,
  { recipe, sampleTexts, bytes }: Drawn,
): Promise<NewBase> {
  const scale = Math.min(1, WIDTH / recipe.width);
  const side = (length: number) => Math.max(MIN_SIDE, Math.round(length * scale));
  const small = { ...withTexts(recipe, sampleTexts), width: side(recipe.width), height: side(recipe.height) };
  const account = ctx.actor.kind === "member" ? ctx.actor.user.id : undefined;
  const { picture } = await makePicture({ recipe: small, format: "webp", sources: [bytes], account });
  const hash = new Bun.CryptoHasher("sha256").update(picture.bytes).digest("hex");
  return newBase(ctx, { hash, width: picture.width, height: picture.height, frames: 1, original: picture });
}
