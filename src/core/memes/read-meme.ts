import { whenReady } from "../../when-ready.ts";
import type { Ctx } from "../ctx.ts";
import { findVisibleMeme, requireVisible, withAuthor, type MemeWithAuthor } from "./find-visible-meme.ts";
import { findWithAuthor } from "./find-with-author.ts";

export const readMeme = (ctx: Ctx, id: string): MemeWithAuthor | Promise<MemeWithAuthor> =>
  ctx.db.isTransaction
    ? whenReady(findVisibleMeme(ctx, id), (meme) => withAuthor(ctx, meme))
    : whenReady(findWithAuthor(ctx, id), (found) => {
        requireVisible(ctx, found?.meme);
        return found!;
      });
