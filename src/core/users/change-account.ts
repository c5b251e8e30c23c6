import { dialectOf } from "../../data/dialect.ts";
import { deleteSessions } from "../../data/sessions.ts";
import { updateUser } from "../../data/users.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../errors.ts";
import { startSession } from "../sessions/session.ts";
import { cleanEmail, emailTaken } from "./email.ts";
import { cleanPassword, hashPassword, isPassword } from "./password.ts";

/** Who is at the keyboard may have found it unlocked: what is dear is asked for again. */
async function requirePassword(ctx: Ctx, password: string) {
  const { user } = requireMember(ctx.actor);
  if (!(await isPassword(password, user.password_hash)))
    throw new DomainError("invalid", "This is not your present password.");
  return user;
}

/** Ends every session, and starts a new one for the caller: returns its token. */
export async function changePassword(
  ctx: Ctx,
  input: { password: string; newPassword: string; agent: string },
): Promise<string> {
  const user = await requirePassword(ctx, input.password);
  const password_hash = await hashPassword(cleanPassword(input.newPassword, user.username));
  return inTransaction(ctx, async (tx) => {
    await updateUser(tx.db, user.id, { password_hash });
    await deleteSessions(tx.db, user.id, {});
    return startSession(tx, user.id, input.agent);
  });
}

/** Empty for none. */
export async function changeEmail(ctx: Ctx, input: { password: string; email: string }): Promise<void> {
  const user = await requirePassword(ctx, input.password);
  const email = input.email === "" ? null : cleanEmail(input.email);
  try {
    await updateUser(ctx.db, user.id, { email, email_key: email?.toLowerCase() ?? null });
  } catch (error) {
    throw dialectOf(ctx.db).isUniqueViolation(error) ? emailTaken(email!) : error;
  }
}
