import { dialectOf } from "../../data/dialect.ts";
import { enqueueJob } from "../../data/jobs.ts";
import { deleteSessions } from "../../data/sessions.ts";
import { deleteTicketsOf } from "../../data/tickets.ts";
import { updateUser } from "../../data/users.ts";
import { inFreeingTransaction, inTransaction, type Ctx } from "../ctx.ts";
import { startAnew, type Browser, type Started } from "../sessions/start.ts";
import { requireAnotherFounder } from "./another-founder.ts";
import { cleanEmail, emailTaken } from "./email.ts";
import { cleanPassword, hashPassword } from "./password.ts";
import { requireProof, requireStillProven, type Proof } from "./proof.ts";

export const DELETE_ACCOUNT = "delete-account";

/** Or sets one, where there was none. Ends every session, and starts a new one for the caller. */
export async function changePassword(
  ctx: Ctx,
  { password, since, newPassword, ...browser }: Proof & { newPassword: string } & Browser,
): Promise<Started> {
  const user = await requireProof(ctx, { password, since });
  const password_hash = await hashPassword(cleanPassword(newPassword, user.username));
  return inTransaction(ctx, async (tx) => {
    await requireStillProven(tx, user);
    await updateUser(tx.db, user.id, { password_hash });
    return startAnew(tx, user, browser);
  });
}

/** Empty for none. Links that were sent to the address before lead nowhere. */
export async function changeEmail(ctx: Ctx, input: Proof & { email: string }): Promise<void> {
  const user = await requireProof(ctx, input);
  const given = input.email.trim();
  const email = given === "" ? null : cleanEmail(given);
  try {
    await inTransaction(ctx, async (tx) => {
      await requireStillProven(tx, user);
      await updateUser(tx.db, user.id, { email, email_key: email?.toLowerCase() ?? null });
      await deleteTicketsOf(tx.db, "resets", user.id);
    });
  } catch (error) {
    throw dialectOf(ctx.db).isUniqueViolation(error) ? emailTaken(given) : error;
  }
}

/** Shut at once, for good; all that it made is deleted by a job, however much it is. */
export async function deleteOwnAccount(ctx: Ctx, input: Proof): Promise<void> {
  const user = await requireProof(ctx, input);
  await inFreeingTransaction(ctx, async (tx) => {
    const { db, now } = tx;
    await requireAnotherFounder(tx, user);
    await updateUser(db, user.id, { suspended_at: now, suspended_until: null, suspended_reason: "" });
    await deleteSessions(db, user.id, {});
    await enqueueJob(db, DELETE_ACCOUNT, user.id, now);
  });
}
