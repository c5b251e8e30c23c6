import * as filters from "../../data/filters.ts";
import type { BlockKind, MutedWords } from "../../entities/filter.ts";
import type { User } from "../../entities/user.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { withUsers } from "../users/read-users.ts";

/** People the caller has muted or blocked, newest first. */
export async function listFilteredPeople(ctx: Ctx, kind: BlockKind): Promise<User[]> {
  const { user } = requireMember(ctx.actor);
  const blocks = (await filters.listBlocks(ctx.db, user.id)).filter((block) => block.kind === kind);
  return withUsers(
    ctx,
    blocks,
    ({ otherId }) => otherId,
    (_, other) => other,
  );
}

/** Words the caller has muted, in the order they were added. */
export const listMutedWords = (ctx: Ctx): Promise<MutedWords[]> =>
  filters.listMutedWords(ctx.db, requireMember(ctx.actor).user.id);
