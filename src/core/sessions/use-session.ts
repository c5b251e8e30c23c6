import { findSession, touchSession } from "../../data/sessions.ts";
import type { Session } from "../../entities/session.ts";
import { findUser } from "../../data/users.ts";
import { isSuspended } from "../access.ts";
import type { Ctx, Member } from "../ctx.ts";
import { readFilter } from "../filters/read-filter.ts";
import { hashOf, isSecret } from "../secrets.ts";
import { SESSION_MS, hourOf } from "./session-time.ts";

/** A signed-in person and their session. */
export interface SignedIn {
  member: Member;
  session: Session;
  /** The first use within an hour extends the session, and the cookie with it. */
  renewed: boolean;
}

/** Undefined if the token is unknown or has expired. */
export async function useSession(ctx: Ctx, token: string): Promise<SignedIn | undefined> {
  const session = isSecret(token) ? await findSession(ctx.db, hashOf(token)) : undefined;
  if (!session || session.seenAt + SESSION_MS < ctx.now) return undefined;
  const user = await findUser(ctx.db, session.userId);
  if (!user || isSuspended(user, ctx.now)) return undefined;
  const hour = hourOf(ctx.now);
  const renewed = session.seenAt < hour;
  // Not worth failing a page for.
  if (renewed) await touchSession(ctx.db, session.id, hour).catch(() => {});
  const filter = await readFilter(ctx, user.id);
  return { member: { kind: "member", user, via: "session", filter }, session, renewed };
}
