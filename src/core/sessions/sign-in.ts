import { isDeviceOf } from "../../data/sessions.ts";
import type { User } from "../../entities/user.ts";
import { findUserByEmail, findUserByName, listUsersByNewEmail, lockUser } from "../../data/users.ts";
import { message } from "../../words/messages.ts";
import { inFreeingTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { hashOf, isSecret } from "../secrets.ts";
import { queueMail } from "../mails/queue-mail.ts";
import { MAX_EMAIL } from "../users/email.ts";
import { StoredPassword } from "../users/password.ts";
import { isUsername } from "../users/username.ts";
import { start, type Browser, type Started } from "./start.ts";

export interface SignIn extends Browser {
  /** A username or an email address. */
  name: string;
  password: string;
}

/** Counts what is tried; throws where it is too much. */
export interface SignInLimits {
  /** True where strangers have just used up what they may try on this account together. */
  try(account: string, isKnownDevice: boolean): boolean;
}

/** Says the same, in the same time, whatever is wrong. */
export async function signIn(ctx: Ctx, input: SignIn, limits: SignInLimits): Promise<Started> {
  const user = await findAccount(ctx, input.name);
  const password = await StoredPassword.of(ctx, user);
  // Counted by what was typed: a count that a name and an address share would tell that they are one account.
  const isLast = limits.try(accountKey(input.name), await isKnownDevice(ctx, user, input.device));
  const right = await password.is(input.password, ctx);
  // The owner is told; what was tried on an account that is not there is written down likewise, for nobody.
  if (isLast && !right) await queueMail(ctx, { kind: "tries", user });
  if (!user || !right) throw wrongPassword();
  return inFreeingTransaction(ctx, async (tx) => {
    // The check takes long: changing the password meanwhile ended all sessions, and this one is meant too.
    const now = await lockUser(tx.db, user.id);
    if (!now || !(await password.isUnchanged(tx))) throw wrongPassword();
    return start(tx, now, input);
  });
}

// Of a name and its secret, the secret has to be typed again.
const wrongPassword = () => new DomainError("invalid", message("error.wrong-password"), { field: "current-password" });

/** Whether its owner has signed in with this browser before. Looks for one of nobody, too: that takes the same time. */
export const isKnownDevice = async ({ db }: Pick<Ctx, "db">, user: User | undefined, device: string | undefined) =>
  device !== undefined && isSecret(device) && (await isDeviceOf(db, hashOf(device), user?.id ?? ""));

/** One for all ways to write the same name or address. */
export const accountKey = (name: string) => name.trim().toLowerCase().slice(0, MAX_EMAIL);

/**
 * By username or email address, in any case. An address that nobody has confirmed leads to the account that claimed it
 * first: it is only a name here, and the password decides.
 */
export async function findAccount(ctx: Pick<Ctx, "db">, name: string): Promise<User | undefined> {
  const confirmed = await findConfirmed(ctx, name);
  const plain = name.trim();
  const [claimed] = isAddress(plain) ? await listUsersByNewEmail(ctx.db, plain, 1) : [];
  return confirmed ?? claimed;
}

/** By username or confirmed email address, in any case. */
export async function findConfirmed({ db }: Pick<Ctx, "db">, name: string): Promise<User | undefined> {
  const plain = name.trim();
  if (isAddress(plain)) return findUserByEmail(db, plain);
  return isUsername(plain) ? findUserByName(db, plain) : undefined;
}

const isAddress = (text: string) => text.includes("@") && text.length <= MAX_EMAIL && !text.includes("\0");
