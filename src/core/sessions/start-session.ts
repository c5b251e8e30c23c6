import { insertSession } from "../../data/sessions.ts";
import type { Session } from "../../entities/session.ts";
import type { Ctx } from "../ctx.ts";
import { hashOf, makeSecret } from "../secrets.ts";
import { hourOf } from "./session-time.ts";

const MAX_AGENT = 200;

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
