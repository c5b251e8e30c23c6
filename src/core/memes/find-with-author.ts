import { findMemeJoined } from "../../data/memes.ts";
import type { User } from "../../entities/user.ts";
import { whenReady } from "../../when-ready.ts";
import type { Ctx } from "../ctx.ts";
import { isId } from "../ids.ts";
import { cachedUser } from "../users/find-user.ts";
import type { MemeWithAuthor } from "./find-visible-meme.ts";

type Found = MemeWithAuthor | undefined;

/** Visible or not. From memory, or both in one query where that is cheaper. Not in a transaction. */
export function findWithAuthor(ctx: Ctx, id: string): Found | Promise<Found> {
  const { db, cache } = ctx;
  if (!isId(id)) return undefined;
  const keepAuthor = cache.users.alongside();
  let author: User | undefined;
  const load = () =>
    whenReady(findMemeJoined(db, id), (found) => {
      author = found?.author && keepAuthor(found.author.id, found.author);
      return found?.meme;
    });
  return whenReady(cache.memes.through(id, load), (meme) => {
    if (!meme) return undefined;
    // It did not come along, or not for us: somebody else was loading the meme already.
    return whenReady(author ?? cachedUser(ctx, meme.authorId), (by) => by && { meme, author: by });
  });
}
