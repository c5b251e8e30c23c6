import { deleteConfirmationsOf, findConfirmation as findTicket, useConfirmation } from "../../data/confirmations.ts";
import { dialectOf } from "../../data/dialect.ts";
import { countMails } from "../../data/mails.ts";
import type { User } from "../../entities/user.ts";
import { deleteTicketsOf } from "../../data/tickets.ts";
import { findUser, findUserByEmail, lockUser, updateUser } from "../../data/users.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { queueMail } from "../mails/queue-mail.ts";
import { hashOf } from "../secrets.ts";

const DAY_MS = 86_400_000;
export const CONFIRM_DAYS = 3;
export const CONFIRM_MS = CONFIRM_DAYS * DAY_MS;
/** Per day. Anyone can type anyone's address, and its owner must not be flooded. */
const MAX_BY_ACCOUNT = 5;
const MAX_TO_ADDRESS = 20;

/**
 * Queues a confirmation link. Does not reveal whether somebody else has the address. False if today's limit is
 * reached.
 */
export async function askToConfirm(tx: Ctx, user: Pick<User, "id">, email: string): Promise<boolean> {
  const { db } = tx;
  const since = tx.now - DAY_MS;
  const byAccount = await countMails(db, { kind: "confirm", userId: user.id }, { since, max: MAX_BY_ACCOUNT });
  const toAddress = await countMails(db, { kind: "confirm", address: email }, { since, max: MAX_TO_ADDRESS });
  if (byAccount >= MAX_BY_ACCOUNT || toAddress >= MAX_TO_ADDRESS) return false;
  await queueMail(tx, { kind: "confirm", user, address: email });
  return true;
}

/** For people who never got the mail, or lost it. */
export async function sendConfirmationAgain(ctx: Ctx): Promise<void> {
  const { user } = requireMember(ctx.actor);
  if (user.newEmail === undefined) throw new DomainError("invalid", message("error.nothing-to-confirm"));
  if (!ctx.policy.mail) throw new DomainError("invalid", message("error.no-mail"));
  if (!(await inTransaction(ctx, (tx) => askToConfirm(tx, user, user.newEmail!))))
    throw new DomainError("too_many", message("error.many-confirmations"));
}

const ended = () => new DomainError("not_found", message("error.confirmation-ended"));
const confirmedElsewhere = () => new DomainError("conflict", message("error.email-confirmed-elsewhere"));

/** The account and address the link would confirm. Read-only: mail scanners follow links. */
export async function findConfirmation(ctx: Ctx, secret: string): Promise<{ user: User; email: string }> {
  const ticket = await findTicket(ctx.db, hashOf(secret), ctx.now);
  const user = ticket && (await findUser(ctx.db, ticket.userId));
  if (!user || user.newEmail !== ticket.email) throw ended();
  return { user, email: ticket.email };
}

/** From then on the address belongs to the account, and nobody else can confirm it. The old address is notified. */
export async function confirmEmail(ctx: Ctx, secret: string): Promise<User> {
  try {
    return await inTransaction(ctx, (tx) => confirm(tx, secret));
  } catch (error) {
    throw dialectOf(ctx.db).isUniqueViolation(error) ? confirmedElsewhere() : error;
  }
}

async function confirm(tx: Ctx, secret: string): Promise<User> {
  const { db, now } = tx;
  const ticket = await findTicket(db, hashOf(secret), now);
  const user = ticket && (await lockUser(db, ticket.userId));
  if (!user || !(await useConfirmation(db, hashOf(secret), now)) || user.newEmail !== ticket.email) throw ended();
  const owner = await findUserByEmail(db, ticket.email);
  if (owner && owner.id !== user.id) throw confirmedElsewhere();
  const change = { email: ticket.email, emailConfirmedAt: now, newEmail: undefined };
  await updateUser(db, user.id, change);
  await deleteConfirmationsOf(db, user.id);
  // Reset links sent to the old address stop working.
  await deleteTicketsOf(db, "resets", user.id);
  if (user.email !== undefined) await queueMail(tx, { kind: "address-changed", user, address: user.email });
  return { ...user, ...change };
}
