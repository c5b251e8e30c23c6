import { findBase } from "../../data/bases.ts";
import type { BasePicture } from "../../entities/base-picture.ts";
import type { Ctx } from "../ctx.ts";
import { isId } from "../ids.ts";
import { findAudience } from "./find-base.ts";

export interface SeenBase {
  base: BasePicture;
  /** The picture of a template that everyone may use. */
  isPublic: boolean;
}

/** A picture that memes are made of, if the caller may see it, or needs it to change a meme of theirs. */
export async function readBase(ctx: Ctx, id: string, memeId?: string): Promise<SeenBase | undefined> {
  const base = isId(id) ? await findBase(ctx.db, id) : undefined;
  const audience = base && (await findAudience(ctx, base, memeId));
  return audience && { base, isPublic: audience === "everyone" };
}
