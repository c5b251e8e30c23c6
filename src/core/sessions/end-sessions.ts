import { deleteSessions, listSessions as listSince } from "../../data/sessions.ts";
import type { Session } from "../../entities/session.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { evenWhenFull, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { isId } from "../ids.ts";
import { SESSION_MS } from "./session-time.ts";

/** The caller's active sessions, last used first. */
export const listSessions = (ctx: Ctx): Promise<Session[]> =>
  listSince(ctx.db, requireMember(ctx.actor).user.id, ctx.now - SESSION_MS);

export async function endSession(ctx: Ctx, id: string): Promise<void> {
  const { user } = requireMember(ctx.actor);
  if (!isId(id) || (await evenWhenFull(ctx, () => deleteSessions(ctx.db, user.id, { id }))) === 0)
    throw new DomainError("not_found", message("error.no-session"));
}

/** Signs out everywhere else. Returns how many sessions ended. */
export async function endOtherSessions(ctx: Ctx, except: string): Promise<number> {
  const { user } = requireMember(ctx.actor);
  return evenWhenFull(ctx, () => deleteSessions(ctx.db, user.id, { except }));
}
