import { insertDevice } from "../../data/sessions.ts";
import type { User } from "../../entities/user.ts";
import { requireNotSuspended } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { hashOf, isSecret, makeSecret } from "../secrets.ts";
import { leaveSession } from "./leave-session.ts";
import { startSession } from "./start-session.ts";
import type { Browser, BrowserSignIn } from "./browser.ts";

/** Signs in somebody who has just proven who they are; only then mentions a suspension. Runs inside a transaction. */
export async function signInBrowser(tx: Ctx, user: User, browser: Browser): Promise<BrowserSignIn> {
  requireNotSuspended(user, tx.now);
  const device = browser.device !== undefined && isSecret(browser.device) ? browser.device : makeSecret();
  await insertDevice(tx.db, hashOf(device), user.id, tx.now);
  if (browser.token !== undefined) await leaveSession(tx, browser.token);
  return { user, token: await startSession(tx, user.id, browser.agent), device };
}
