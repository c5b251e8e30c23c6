import { listUnseenBySession } from "../../data/notifications.ts";
import { isSuspended } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { SESSION_MS } from "../sessions/session-time.ts";

/** Unseen notifications per session. Ended and suspended sessions are missing from the result. */
export async function readUnseen({ db, now }: Pick<Ctx, "db" | "now">, sessionIds: readonly string[]) {
  const unseen = new Map<string, number>();
  for (const row of await listUnseenBySession(db, sessionIds))
    if (row.seenAt + SESSION_MS >= now && !isSuspended(row, now)) unseen.set(row.sessionId, row.unseenCount);
  return unseen;
}
