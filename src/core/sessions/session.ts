import { deleteSession, findSession, insertSession, touchSession } from "../../data/sessions.ts";
import type { Session } from "../../entities/session.ts";
import { findUser } from "../../data/users.ts";
import { isSuspended } from "../access.ts";
import { evenWhenFull, type Ctx, type Member } from "../ctx.ts";
import { hashOf, isSecret, makeSecret } from "../secrets.ts";

export const SESSION_MS = 30 * 86_400_000;
const HOUR = 3_600_000;
const MAX_AGENT = 200;

/** A signed-in person and their session. */
export interface SignedIn {
  member: Member;
  session: Session;
  /** The first use within an hour extends the session, and the cookie with it. */
  renewed: boolean;
}

/** Returns the token, which is not stored. Runs in the transaction of the sign-in. */
export async function startSession(tx: Ctx, userId: string, agent: string): Promise<string> {
  const token = makeSecret();
  const session: Session = {
    id: tx.ids.next(),
    userId,
    agent: agent.slice(0, MAX_AGENT).toWellFormed(),
    createdAt: tx.now,
    seenAt: hourOf(tx.now),
    provenAt: tx.now,
  };
  await insertSession(tx.db, session, hashOf(token));
  return token;
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
  return { member: { kind: "member", user, via: "session" }, session, renewed };
}

/** Signs out the browser with this token. */
export async function leaveSession(ctx: Pick<Ctx, "db">, token: string): Promise<void> {
  if (isSecret(token)) await evenWhenFull(ctx, () => deleteSession(ctx.db, hashOf(token)));
}

const hourOf = (ms: number) => ms - (ms % HOUR);
