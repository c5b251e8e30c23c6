import { deleteHandOffsOf } from "../../data/hand-offs.ts";
import { deleteDevices, deleteSessions, insertDevice } from "../../data/sessions.ts";
import { deleteTicketsOf } from "../../data/tickets.ts";
import type { User } from "../../entities/user.ts";
import { requireNotSuspended } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { hashOf, isSecret, makeSecret } from "../secrets.ts";
import { leaveSession, startSession } from "./session.ts";

/** The browser somebody signs in with. */
export interface Browser {
  /** Its User-Agent. */
  agent: string;
  /** Its device secret, if somebody has signed in there before. */
  device?: string;
  /** Its current token. That session ends, so that no old token leads to the new one. */
  token?: string;
}

export interface Started {
  user: User;
  token: string;
  device: string;
}

/** Signs in somebody who has just proven who they are; only then mentions a suspension. Runs inside a transaction. */
export async function start(tx: Ctx, user: User, browser: Browser): Promise<Started> {
  requireNotSuspended(user, tx.now);
  const device = browser.device !== undefined && isSecret(browser.device) ? browser.device : makeSecret();
  await insertDevice(tx.db, hashOf(device), user.id, tx.now);
  if (browser.token !== undefined) await leaveSession(tx, browser.token);
  return { user, token: await startSession(tx, user.id, browser.agent), device };
}

/** For a new password: anyone who knew the old one is signed out everywhere, and reset links stop working. */
export async function startAnew(tx: Ctx, user: User, browser: Browser): Promise<Started> {
  await deleteSessions(tx.db, user.id, {});
  await deleteDevices(tx.db, user.id);
  await deleteTicketsOf(tx.db, "resets", user.id);
  // Also ends round trips to link an account.
  await deleteHandOffsOf(tx.db, user.id);
  // Recovery codes are for accounts without a password.
  await deleteTicketsOf(tx.db, "recoveries", user.id);
  // Forgets the device secret too, which may be known.
  return start(tx, user, { agent: browser.agent });
}
