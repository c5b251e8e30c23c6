import { updateUser } from "../../data/users.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { restartSessions } from "../sessions/restart-sessions.ts";
import type { Browser, BrowserSignIn } from "../sessions/browser.ts";
import { queueMail } from "../mails/queue-mail.ts";
import { cleanPassword, hashPassword } from "./password.ts";
import { requireProof, requireStillProven, type Proof } from "./proof.ts";

/** Also sets a first password. Ends every session and starts a new one for the caller. */
export async function changePassword(
  ctx: Ctx,
  { password, since, newPassword, ...browser }: Proof & { newPassword: string } & Browser,
): Promise<BrowserSignIn> {
  const proven = await requireProof(ctx, { password, since });
  const { user } = proven;
  const passwordHash = await hashPassword(cleanPassword(newPassword, user.username), ctx.passwordCost);
  return inTransaction(ctx, async (tx) => {
    await requireStillProven(tx, proven);
    await updateUser(tx.db, user.id, { passwordHash });
    await queueMail(tx, { kind: "password-changed", user });
    return restartSessions(tx, user, browser);
  });
}
