import { countUnseenGroups, listUnseenBySession } from "../../data/notifications.ts";
import type { User } from "../../entities/user.ts";
import { isSuspended } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { SESSION_MS } from "../sessions/session-time.ts";

/** The bell shows no more than 99. */
const MAX_LOOKED_AT = 200;

/** What the bell counts: notifications that are shown as one count once. */
export const countNews = async (
  { db }: Pick<Ctx, "db">,
  { id, unseenCount }: Pick<User, "id" | "unseenCount">,
): Promise<number> => (unseenCount <= 1 ? unseenCount : countUnseenGroups(db, id, MAX_LOOKED_AT));

/** Unseen notifications per session. Ended and suspended sessions are missing from the result. */
export async function readUnseen({ db, now }: Pick<Ctx, "db" | "now">, sessionIds: readonly string[]) {
  const unseen = new Map<string, number>();
  for (const row of await listUnseenBySession(db, sessionIds))
    if (row.seenAt + SESSION_MS >= now && !isSuspended(row, now)) unseen.set(row.sessionId, row.unseenCount);
  return unseen;
}
