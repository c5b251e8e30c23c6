import { deleteSession, findSession, insertSession, touchSession } from "../../data/sessions.ts";
import type { SessionRow } from "../../data/schema.ts";
import { findUser } from "../../data/users.ts";
import { isSuspended } from "../access.ts";
import { evenWhenFull, type Ctx, type Member } from "../ctx.ts";
import { hashOf, isSecret, makeSecret } from "../secrets.ts";

export const SESSION_MS = 30 * 86_400_000;
const HOUR = 3_600_000;
const MAX_AGENT = 200;

/** A person at the website: who it is, and by which session. */
export interface SignedIn {
  member: Member;
  session: SessionRow;
  /** The first use within an hour: its time begins anew, and so should that of the cookie. */
  renewed: boolean;
}

/** Starts a session; the token is in the answer and nowhere else. In the transaction of whatever entitles to it. */
export async function startSession(tx: Ctx, userId: string, agent: string): Promise<string> {
  const token = makeSecret();
  await insertSession(tx.db, {
    id: tx.ids.next(),
    user_id: userId,
    hash: hashOf(token),
    agent: agent.slice(0, MAX_AGENT).toWellFormed(),
    created_at: tx.now,
    seen_at: hourOf(tx.now),
    proven_at: tx.now,
  });
  return token;
}

/** Who is signed in by this token; undefined for whoever is not, or no longer. */
export async function useSession(ctx: Ctx, token: string): Promise<SignedIn | undefined> {
  const session = isSecret(token) ? await findSession(ctx.db, hashOf(token)) : undefined;
  if (!session || session.seen_at + SESSION_MS < ctx.now) return undefined;
  const user = await findUser(ctx.db, session.user_id);
  if (!user || isSuspended(user, ctx.now)) return undefined;
  const hour = hourOf(ctx.now);
  const renewed = session.seen_at < hour;
  // Not worth failing a page for.
  if (renewed) await touchSession(ctx.db, session.id, hour).catch(() => {});
  return { member: { kind: "member", user, via: "session" }, session, renewed };
}

/** Signs out the browser that has this token. */
export async function leaveSession(ctx: Pick<Ctx, "db">, token: string): Promise<void> {
  if (isSecret(token)) await evenWhenFull(ctx, () => deleteSession(ctx.db, hashOf(token)));
}

const hourOf = (ms: number) => ms - (ms % HOUR);
