import { findTicket, insertTicket, useTicket } from "../../data/tickets.ts";
import type { User } from "../../entities/user.ts";
import { findUser, lockUser, updateUser } from "../../data/users.ts";
import { message } from "../../words/messages.ts";
import { isSuspended, requireFounder } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { hashOf, makeSecret } from "../secrets.ts";
import { findConfirmed } from "../sessions/sign-in.ts";
import { restartSessions } from "../sessions/restart-sessions.ts";
import type { Browser, BrowserSignIn } from "../sessions/browser.ts";
import { queueMail } from "../mails/queue-mail.ts";
import { cleanPassword, hashPassword } from "./password.ts";
import { revokeOtherSignInMethods, type Revoked } from "./revoke-sign-in-methods.ts";

export const RESET_MS = 3_600_000;

/** Queues a mail whether or not the account exists, so that the answer reveals nothing. */
export async function askForReset(ctx: Ctx, name: string): Promise<void> {
  await queueMail(ctx, { kind: "reset", user: await findConfirmed(ctx, name) });
}

/**
 * Returns a secret that can set a new password within the hour. Earlier ones stay valid; otherwise anyone could void
 * the owner's link by asking again and again.
 */
export async function allowReset(ctx: Ctx, user: Pick<User, "id">): Promise<string> {
  requireFounder(ctx.actor);
  const secret = makeSecret();
  const ticket = { userId: user.id, createdAt: ctx.now, expiresAt: ctx.now + RESET_MS };
  await insertTicket(ctx.db, "resets", hashOf(secret), ticket);
  return secret;
}

const ended = () => new DomainError("not_found", message("error.reset-ended"));

/** The account whose password the link would change. */
export async function findReset(ctx: Ctx, secret: string): Promise<User> {
  const ticket = await findTicket(ctx.db, "resets", hashOf(secret), ctx.now);
  const user = ticket?.userId ? await findUser(ctx.db, ticket.userId) : undefined;
  if (!user || isSuspended(user, ctx.now)) throw ended();
  return user;
}

export interface Reset extends Browser {
  secret: string;
  password: string;
  /** An intruder may have left a way back in, so revoke everything but the new password. */
  revoke?: boolean;
}

/** Ends all sessions, so that anyone with the old password is out, and signs in. */
export async function resetPassword(
  ctx: Ctx,
  { secret, password, revoke = false, ...browser }: Reset,
): Promise<BrowserSignIn & { revoked: Revoked | undefined }> {
  const user = await findReset(ctx, secret);
  const passwordHash = await hashPassword(cleanPassword(password, user.username), ctx.passwordCost);
  return inTransaction(ctx, async (tx) => {
    await lockUser(tx.db, user.id);
    if (!(await useTicket(tx.db, "resets", hashOf(secret), tx.now))) throw ended();
    await updateUser(tx.db, user.id, { passwordHash });
    const revoked = revoke ? await revokeOtherSignInMethods(tx, user) : undefined;
    await queueMail(tx, { kind: "password-changed", user });
    return { ...(await restartSessions(tx, user, browser)), revoked };
  });
}
