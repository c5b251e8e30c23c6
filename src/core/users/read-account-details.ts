import { listNewestKeys } from "../../data/keys.ts";
import type { User } from "../../entities/user.ts";
import type { ApiKey } from "../../entities/api-key.ts";
import { countSessions } from "../../data/sessions.ts";
import type { Ctx } from "../ctx.ts";
import { SESSION_MS } from "../sessions/session-time.ts";
import { findUserBy } from "./find-user.ts";
import { requireFounder } from "../access.ts";

const MAX_KEYS = 50;
const MAX_SESSIONS = 1000;

export interface AccountDetails {
  user: User;
  /** Browsers the person is signed in with. */
  sessions: number;
  /** The newest few. */
  keys: ApiKey[];
}

/** What founders see of an account. */
export async function readAccountDetails(ctx: Ctx, id: string): Promise<AccountDetails> {
  requireFounder(ctx.actor);
  const user = await findUserBy(ctx, id);
  const sessions = await countSessions(ctx.db, user.id, { since: ctx.now - SESSION_MS, max: MAX_SESSIONS });
  return { user, sessions, keys: await listNewestKeys(ctx.db, { amount: MAX_KEYS, userId: user.id }) };
}
