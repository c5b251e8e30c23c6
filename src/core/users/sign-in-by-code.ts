import { findTicket, useTicket } from "../../data/tickets.ts";
import { lockUser } from "../../data/users.ts";
import { message } from "../../words/messages.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { hashOf } from "../secrets.ts";
import { accountKey, findAccount, isKnownDevice, type SignInLimits } from "../sessions/sign-in.ts";
import { signInBrowser } from "../sessions/sign-in-browser.ts";
import type { Browser, BrowserSignIn } from "../sessions/browser.ts";
import { plainCode } from "./recovery-codes.ts";

/** Each code signs in once. The refusal is the same, after the same look-ups, whatever is wrong. */
export async function signInByCode(
  ctx: Ctx,
  { name, code, ...browser }: { name: string; code: string } & Browser,
  limits: SignInLimits,
): Promise<BrowserSignIn> {
  const user = await findAccount(ctx, name);
  // Counted apart from passwords, so that password guessers cannot lock the owner out of this way in.
  await limits.try(`code ${accountKey(name)}`, await isKnownDevice(ctx, user, browser.device));
  const hash = hashOf(plainCode(code));
  const ticket = await findTicket(ctx.db, "recoveries", hash, ctx.now);
  const refused = () => new DomainError("invalid", message("error.wrong-code"), { field: "code" });
  if (!user || ticket?.userId !== user.id) throw refused();
  return inTransaction(ctx, async (tx) => {
    // Setting a password ends all codes and sessions, this one included, so the two take turns.
    await lockUser(tx.db, user.id);
    if (!(await useTicket(tx.db, "recoveries", hash, tx.now))) throw refused();
    return signInBrowser(tx, user, browser);
  });
}
