import { findMemes, listMemesOfAuthor } from "../../data/memes.ts";
import { listNewestOf } from "../../data/newest.ts";
import type { Meme } from "../../entities/meme.ts";
import type { User } from "../../entities/user.ts";
import { whenReady } from "../../when-ready.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { readMemes } from "./read-listed.ts";

export interface OwnMemes {
  author: User;
  /** The same array until one of them changes. */
  memes: readonly Meme[];
}

/** Longer lists would leave no room for anything else. */
const MAX_KEPT = 5000;
/** To find more than these by id costs more than to read all memes of the author. */
const MAX_BY_ID = 200;

/** All of the caller's memes, newest first, including disabled ones. */
export function listOwnMemes(ctx: Ctx): OwnMemes | Promise<OwnMemes> {
  const { user: author } = requireMember(ctx.actor);
  return whenReady(readOwnMemes(ctx, author), (memes) => ({ author, memes }));
}

function readOwnMemes(ctx: Ctx, { id, submittedCount }: User): readonly Meme[] | Promise<readonly Meme[]> {
  const { db, cache } = ctx;
  if (submittedCount > MAX_KEPT || db.isTransaction) return listMemesOfAuthor(db, id);
  return whenReady(
    cache.ownMemes.through(id, () => loadOwnMemes(ctx, id)),
    (memes) => memes!,
  );
}

/** After a change of one meme, the others are still in memory. */
function loadOwnMemes(ctx: Ctx, id: string): Meme[] | Promise<Meme[]> {
  const { db } = ctx;
  return whenReady(listNewestOf(db, id, true, { skip: 0, amount: MAX_KEPT }), (places) =>
    readMemes(
      ctx,
      places.map((place) => place.id),
      (missing) =>
        missing.length <= MAX_BY_ID
          ? findMemes(db, missing)
          : whenReady(listMemesOfAuthor(db, id), (all) => new Map(all.map((meme) => [meme.id, meme]))),
    ),
  );
}
