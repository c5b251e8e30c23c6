import { deleteHandOffsOf } from "../../data/hand-offs.ts";
import { deleteDevices, deleteSessions } from "../../data/sessions.ts";
import { deleteTicketsOf } from "../../data/tickets.ts";
import type { User } from "../../entities/user.ts";
import type { Ctx } from "../ctx.ts";
import type { Browser, BrowserSignIn } from "./browser.ts";
import { signInBrowser } from "./sign-in-browser.ts";

/** For a new password: anyone who knew the old one is signed out everywhere, and reset links stop working. */
export async function restartSessions(tx: Ctx, user: User, browser: Browser): Promise<BrowserSignIn> {
  await deleteSessions(tx.db, user.id, {});
  await deleteDevices(tx.db, user.id);
  await deleteTicketsOf(tx.db, "resets", user.id);
  // Also ends round trips to link an account.
  await deleteHandOffsOf(tx.db, user.id);
  // Recovery codes are for accounts without a password.
  await deleteTicketsOf(tx.db, "recoveries", user.id);
  // Forgets the device secret too, which may be known.
  return signInBrowser(tx, user, { agent: browser.agent });
}
