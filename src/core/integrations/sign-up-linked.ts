import { useTicket } from "../../data/tickets.ts";
import { message } from "../../words/messages.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { hashOf } from "../secrets.ts";
import { notInvited, type SignUpMode } from "../sessions/sign-up.ts";
import { signInBrowser } from "../sessions/sign-in-browser.ts";
import type { Browser, BrowserSignIn } from "../sessions/browser.ts";
import { addUser, prepareUser } from "../users/create-user.ts";
import { isInvite } from "../users/invite.ts";
import { insertLinked } from "./link-account.ts";
import { takePendingSignUp } from "./pending-sign-up.ts";

export interface SignUpLinked extends Browser {
  service: string;
  /** Identifies the pending sign-up. */
  secret: string | undefined;
  username: string;
  invite?: string;
}

/** Creates an account without a password for somebody a service has vouched for. */
export async function signUpLinked(
  ctx: Ctx,
  mode: SignUpMode,
  { service, secret, username, invite = "", ...browser }: SignUpLinked,
): Promise<BrowserSignIn & { next: string | null }> {
  if (mode === "closed") throw new DomainError("not_allowed", message("error.no-new-accounts"));
  if (mode === "invite" && !(await isInvite(ctx, invite.trim()))) throw notInvited();
  const account = await prepareUser(ctx, { username });
  return inTransaction(ctx, async (tx) => {
    const { identity, next } = await takePendingSignUp(tx, service, secret);
    if (mode === "invite" && !(await useTicket(tx.db, "invites", hashOf(invite.trim()), tx.now))) throw notInvited();
    const user = await addUser(tx, account);
    await insertLinked(tx, user.id, identity, tx.now);
    return { ...(await signInBrowser(tx, user, browser)), next };
  });
}
