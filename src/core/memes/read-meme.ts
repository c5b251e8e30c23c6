import { whenReady } from "../../when-ready.ts";
import type { Ctx } from "../ctx.ts";
import { findVisibleMeme, withAuthor, type MemeWithAuthor } from "./find-visible-meme.ts";

export const readMeme = (ctx: Ctx, id: string): MemeWithAuthor | Promise<MemeWithAuthor> =>
  whenReady(findVisibleMeme(ctx, id), (meme) => withAuthor(ctx, meme));
