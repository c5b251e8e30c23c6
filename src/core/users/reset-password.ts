import { findTicket, insertTicket, useTicket } from "../../data/tickets.ts";
import type { User } from "../../entities/user.ts";
import { findUser, updateUser } from "../../data/users.ts";
import { message } from "../../words/messages.ts";
import { isSuspended, requireFounder } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { hashOf, makeSecret } from "../secrets.ts";
import { findConfirmed } from "../sessions/sign-in.ts";
import { startAnew, type Browser, type Started } from "../sessions/start.ts";
import { queueMail } from "../mails/queue-mail.ts";
import { cleanPassword, hashPassword } from "./password.ts";
import { revokeOtherSignInMethods, type Revoked } from "./revoke-sign-in-methods.ts";

export const RESET_MS = 3_600_000;

/** Queued whether there is such an account or not, so that nobody can tell from the answer. */
export async function askForReset(ctx: Ctx, name: string): Promise<void> {
  await queueMail(ctx, { kind: "reset", user: await findConfirmed(ctx, name) });
}

/**
 * A secret with which this account can be given a new password, within the hour. Earlier ones stay good: or else
 * whoever asks again and again, in another's name, would make useless what the owner has just been sent.
 */
export async function allowReset(ctx: Ctx, user: Pick<User, "id">): Promise<string> {
  requireFounder(ctx.actor);
  const secret = makeSecret();
  const ticket = { userId: user.id, createdAt: ctx.now, expiresAt: ctx.now + RESET_MS };
  await insertTicket(ctx.db, "resets", hashOf(secret), ticket);
  return secret;
}

const ended = () => new DomainError("not_found", message("error.reset-ended"));

/** Whose password the link would change. */
export async function findReset(ctx: Ctx, secret: string): Promise<User> {
  const ticket = await findTicket(ctx.db, "resets", hashOf(secret), ctx.now);
  const user = ticket?.userId ? await findUser(ctx.db, ticket.userId) : undefined;
  if (!user || isSuspended(user, ctx.now)) throw ended();
  return user;
}

export interface Reset extends Browser {
  secret: string;
  password: string;
  /** Whoever has been in the account may have left a way back in: all but the new password goes. */
  revoke?: boolean;
}

/** Ends all sessions, because whoever has the old password is to be out, and signs in. */
export async function resetPassword(
  ctx: Ctx,
  { secret, password, revoke = false, ...browser }: Reset,
): Promise<Started & { revoked: Revoked | undefined }> {
  const user = await findReset(ctx, secret);
  const passwordHash = await hashPassword(cleanPassword(password, user.username), ctx.passwordCost);
  return inTransaction(ctx, async (tx) => {
    if (!(await useTicket(tx.db, "resets", hashOf(secret), tx.now))) throw ended();
    await updateUser(tx.db, user.id, { passwordHash });
    const revoked = revoke ? await revokeOtherSignInMethods(tx, user) : undefined;
    await queueMail(tx, { kind: "password-changed", user });
    return { ...(await startAnew(tx, user, browser)), revoked };
  });
}
