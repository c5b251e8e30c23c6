import { listComments } from "../../data/comments.ts";
import type { Kept } from "../../data/kept.ts";
import type { Comment } from "../../entities/comment.ts";
import type { User } from "../../entities/user.ts";
import { whenReady } from "../../when-ready.ts";
import type { Ctx } from "../ctx.ts";
import { wantsPerson } from "../filters/wants.ts";
import { readUsers } from "../users/read-users.ts";
import { FEW } from "./list-meme-comments.ts";

/** Comments of a meme as a finished answer shows them, but without their authors. */
export interface WrittenComments {
  authorIds: readonly string[];
}

/** Where they are kept, by meme, and who writes them. Nothing is written if there are many. */
export interface CommentsWriter<W extends WrittenComments> {
  kept: Kept<W | "many">;
  write(comments: readonly Comment[]): W;
}

export interface WrittenWithAuthors<W> {
  comments: W;
  /** In the same order; undefined if the account is gone, or the caller does not want to see it. */
  authors: readonly (User | undefined)[];
}

type Read<W> = WrittenWithAuthors<W> | undefined;

/**
 * All comments of a meme, unless there are many, or their words decide which of them the caller wants to see. The
 * caller's access to the meme was checked when it was read.
 */
export function readWrittenComments<W extends WrittenComments>(
  ctx: Ctx,
  memeId: string,
  { kept, write }: CommentsWriter<W>,
): Read<W> | Promise<Read<W>> {
  const filter = ctx.actor.kind === "member" ? ctx.actor.filter : undefined;
  if (filter && filter.words.length > 0) return undefined;
  const load = () =>
    whenReady(listComments(ctx.db, memeId, FEW + 1, 0), (found) => (found.length > FEW ? "many" : write(found)));
  return whenReady(kept.through(memeId, load), (comments) => {
    if (!comments || comments === "many") return undefined;
    return whenReady(readUsers(ctx, comments.authorIds), (all) => {
      const authors = filter ? all.map((one) => (one && wantsPerson(ctx.actor, one.id) ? one : undefined)) : all;
      return { comments, authors };
    });
  });
}
