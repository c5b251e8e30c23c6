import { deleteHandOffsOf } from "../../data/hand-offs.ts";
import { deleteDevices, deleteSessions, insertDevice } from "../../data/sessions.ts";
import { deleteTicketsOf } from "../../data/tickets.ts";
import type { User } from "../../entities/user.ts";
import { requireNotSuspended } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { hashOf, isSecret, makeSecret } from "../secrets.ts";
import { leaveSession, startSession } from "./session.ts";

/** The browser in which somebody signs in. */
export interface Browser {
  /** What it calls itself. */
  agent: string;
  /** Its own secret, if somebody has signed in there before. */
  device?: string;
  /** The token that it has so far: the session ends, so that no old token leads to the new one. */
  token?: string;
}

export interface Started {
  user: User;
  token: string;
  device: string;
}

/** Signs in whoever has just proven who they are, and only then is told of a suspension. Inside a transaction. */
export async function start(tx: Ctx, user: User, browser: Browser): Promise<Started> {
  requireNotSuspended(user, tx.now);
  const device = browser.device !== undefined && isSecret(browser.device) ? browser.device : makeSecret();
  await insertDevice(tx.db, hashOf(device), user.id, tx.now);
  if (browser.token !== undefined) await leaveSession(tx, browser.token);
  return { user, token: await startSession(tx, user.id, browser.agent), device };
}

/** With a new password: whoever knew the old one is out, in every browser, and links to change it lead nowhere. */
export async function startAnew(tx: Ctx, user: User, browser: Browser): Promise<Started> {
  await deleteSessions(tx.db, user.id, {});
  await deleteDevices(tx.db, user.id);
  await deleteTicketsOf(tx.db, "resets", user.id);
  // Whoever is about to link an account is out, too.
  await deleteHandOffsOf(tx.db, user.id);
  // They are for accounts without a password.
  await deleteTicketsOf(tx.db, "recoveries", user.id);
  // Not even the name of the browser stays: its secret may be known, too.
  return start(tx, user, { agent: browser.agent });
}
