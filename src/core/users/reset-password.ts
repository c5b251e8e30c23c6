import { deleteSessions } from "../../data/sessions.ts";
import { deleteTicketsOf, findTicket, insertTicket, useTicket } from "../../data/tickets.ts";
import type { UserRow } from "../../data/schema.ts";
import { findUser, updateUser } from "../../data/users.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../errors.ts";
import { hashOf, makeSecret } from "../secrets.ts";
import { cleanPassword, hashPassword } from "./password.ts";

const GOOD_FOR_MS = 3_600_000;

/** A secret with which this account can be given a new password, within the hour. Earlier ones are void. */
export async function allowReset(ctx: Ctx, user: UserRow): Promise<string> {
  const secret = makeSecret();
  await inTransaction(ctx, async ({ db }) => {
    await deleteTicketsOf(db, "resets", user.id);
    await insertTicket(db, "resets", {
      hash: hashOf(secret),
      user_id: user.id,
      created_at: ctx.now,
      expires_at: ctx.now + GOOD_FOR_MS,
    });
  });
  return secret;
}

const ended = () => new DomainError("not_found", "This link is not good any more; ask for a new one.");

/** Whose password the link would change. */
export async function findReset(ctx: Ctx, secret: string): Promise<UserRow> {
  const ticket = await findTicket(ctx.db, "resets", hashOf(secret), ctx.now);
  const user = ticket?.user_id ? await findUser(ctx.db, ticket.user_id) : undefined;
  if (!user) throw ended();
  return user;
}

/** Ends all sessions: whoever has the old password is to be out. */
export async function resetPassword(ctx: Ctx, input: { secret: string; password: string }): Promise<UserRow> {
  const user = await findReset(ctx, input.secret);
  const password_hash = await hashPassword(cleanPassword(input.password, user.username));
  return inTransaction(ctx, async ({ db, now }) => {
    if (!(await useTicket(db, "resets", hashOf(input.secret), now))) throw ended();
    await updateUser(db, user.id, { password_hash });
    await deleteSessions(db, user.id, {});
    return { ...user, password_hash };
  });
}
