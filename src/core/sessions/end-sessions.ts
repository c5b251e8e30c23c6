import { deleteSessions, listSessions as listRows } from "../../data/sessions.ts";
import type { SessionRow } from "../../data/schema.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../errors.ts";
import { isId } from "../ids.ts";

/** The caller's own, last used first. */
export const listSessions = (ctx: Ctx): Promise<SessionRow[]> => listRows(ctx.db, requireMember(ctx.actor).user.id);

export async function endSession(ctx: Ctx, id: string): Promise<void> {
  const { user } = requireMember(ctx.actor);
  if (!isId(id) || (await deleteSessions(ctx.db, user.id, { id })) === 0)
    throw new DomainError("not_found", "There is no such session.");
}

/** Signs out everywhere else; without an exception, here too. Returns how many ended. */
export const endSessions = (ctx: Ctx, except?: string): Promise<number> =>
  deleteSessions(ctx.db, requireMember(ctx.actor).user.id, { except });
