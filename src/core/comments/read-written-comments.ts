import { listComments } from "../../data/comments.ts";
import type { Comment } from "../../entities/comment.ts";
import type { User } from "../../entities/user.ts";
import { whenReady } from "../../when-ready.ts";
import type { Ctx } from "../ctx.ts";
import { wantsPerson } from "../filters/wants.ts";
import { readUsers } from "../users/read-users.ts";
import { FEW } from "./list-meme-comments.ts";

/** Whether to show what a person says. */
type Wants = (authorId: string) => boolean;

/** Writes all comments of a meme. */
export interface CommentsWriter<W extends object> {
  /** From a draft, if one is kept and all authors to show are in memory. */
  recall(ctx: Ctx, memeId: string, wants: Wants): W | "many" | undefined;
  /** Begins before comments and authors are read: what changes in the meantime is not kept. */
  begin(ctx: Ctx, memeId: string): CommentsWriting<W>;
}

interface CommentsWriting<W extends object> {
  /** Who wrote the comments, in their order, if a draft is kept. */
  readonly authorIds: readonly string[] | undefined;
  keepMany(): void;
  draft(comments: readonly Comment[]): readonly string[];
  /** Leaves out the comments of undefined authors. */
  write(authors: readonly (User | undefined)[]): W;
}

/**
 * All comments of a meme, unless there are many, or their words decide which of them the caller wants to see. The
 * caller's access to the meme was checked when it was read.
 */
export function readWrittenComments<W extends object>(
  ctx: Ctx,
  memeId: string,
  writer: CommentsWriter<W>,
): W | undefined | Promise<W | undefined> {
  const filter = ctx.actor.kind === "member" ? ctx.actor.filter : undefined;
  if (filter && filter.words.length > 0) return undefined;
  const wants = filter ? (id: string) => wantsPerson(ctx.actor, id) : wantsAll;
  const recalled = writer.recall(ctx, memeId, wants);
  if (recalled === undefined) return readAndWrite(ctx, memeId, writer.begin(ctx, memeId), wants);
  return recalled === "many" ? undefined : recalled;
}

const wantsAll: Wants = () => true;

function readAndWrite<W extends object>(ctx: Ctx, memeId: string, writing: CommentsWriting<W>, wants: Wants) {
  const authorIds =
    writing.authorIds ??
    whenReady(listComments(ctx.db, memeId, FEW + 1, 0), (found) =>
      found.length > FEW ? writing.keepMany() : writing.draft(found),
    );
  return whenReady(authorIds, (ids) => {
    if (!ids) return undefined;
    return whenReady(readUsers(ctx, ids), (users) =>
      writing.write(users.map((user) => (user && wants(user.id) ? user : undefined))),
    );
  });
}
