import { useTicket } from "../../data/tickets.ts";
import { message } from "../../words/messages.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { hashOf } from "../secrets.ts";
import { addUser, prepareUser } from "../users/create-user.ts";
import { askToConfirm } from "../users/confirm-email.ts";
import { isInvite } from "../users/invite.ts";
import { signInBrowser } from "./sign-in-browser.ts";
import type { Browser, BrowserSignIn } from "./browser.ts";

export type SignUpMode = "open" | "invite" | "closed";

export interface SignUp extends Browser {
  username: string;
  password: string;
  /** Empty for none. */
  email?: string;
  invite?: string;
}

export const notInvited = () => new DomainError("not_allowed", message("error.bad-invitation"), { field: "invite" });

export async function signUp(ctx: Ctx, mode: SignUpMode, input: SignUp): Promise<BrowserSignIn> {
  if (mode === "closed") throw new DomainError("not_allowed", message("error.no-new-accounts"));
  const { username, password } = input;
  const invite = (input.invite ?? "").trim();
  // Checked before anything slow, and used only when all is right.
  if (mode === "invite" && !(await isInvite(ctx, invite))) throw notInvited();
  const account = await prepareUser(ctx, { username, password, email: input.email?.trim() || undefined });
  return inTransaction(ctx, async (tx) => {
    if (mode === "invite" && !(await useTicket(tx.db, "invites", hashOf(invite), tx.now))) throw notInvited();
    const user = await addUser(tx, account);
    // Whether the address is taken is checked when the mail is written. Here both cases look the same.
    if (user.newEmail !== undefined) await askToConfirm(tx, user, user.newEmail);
    return signInBrowser(tx, user, input);
  });
}
