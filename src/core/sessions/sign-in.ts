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
import { signInBrowser } from "./sign-in-browser.ts";
import type { Browser, BrowserSignIn } from "./browser.ts";

export interface SignIn extends Browser {
  /** Username or e-mail address. */
  name: string;
  password: string;
}

/** Counts attempts; throws if there are too many. */
export interface SignInLimits {
  /** True if unknown devices have just used up their shared attempts on this account. */
  try(account: string, isKnownDevice: boolean): boolean | Promise<boolean>;
}

/** The refusal is the same, and takes the same time, whatever is wrong. */
export async function signIn(ctx: Ctx, input: SignIn, limits: SignInLimits): Promise<BrowserSignIn> {
  const user = await findAccount(ctx, input.name);
  const password = await StoredPassword.of(ctx, user);
  // Counted by the typed name: a shared count would reveal that a name and an address are one account.
  const isLast = await limits.try(accountKey(input.name), await isKnownDevice(ctx, user, input.device));
  const right = await password.is(input.password, ctx);
  // The owner is told. Attempts on accounts that do not exist queue a mail too, to nobody.
  if (isLast && !right) await queueMail(ctx, { kind: "tries", user });
  if (!user || !right) throw wrongPassword();
  return inFreeingTransaction(ctx, async (tx) => {
    // The check is slow. Changing the password meanwhile ended all sessions, and must prevent this one too.
    const now = await lockUser(tx.db, user.id);
    if (!now || !(await password.isUnchanged(tx))) throw wrongPassword();
    return signInBrowser(tx, now, input);
  });
}

// Of name and password, it is the password that has to be typed again.
const wrongPassword = () => new DomainError("invalid", message("error.wrong-password"), { field: "current-password" });

/** Whether the owner has signed in with this browser before. Also looks if there is no account, to take the same time. */
export const isKnownDevice = async ({ db }: Pick<Ctx, "db">, user: User | undefined, device: string | undefined) =>
  device !== undefined && isSecret(device) && (await isDeviceOf(db, hashOf(device), user?.id ?? ""));

/** The same for all spellings of a name or address. */
export const accountKey = (name: string) => name.trim().toLowerCase().slice(0, MAX_EMAIL);

/**
 * By username or e-mail address, ignoring case. An unconfirmed address leads to the account that claimed it first:
 * here it is only a name, and the password decides.
 */
export async function findAccount(ctx: Pick<Ctx, "db">, name: string): Promise<User | undefined> {
  const confirmed = await findConfirmed(ctx, name);
  const plain = name.trim();
  const [claimed] = isAddress(plain) ? await listUsersByNewEmail(ctx.db, plain, 1) : [];
  return confirmed ?? claimed;
}

/** By username or confirmed e-mail address, ignoring case. */
export async function findConfirmed({ db }: Pick<Ctx, "db">, name: string): Promise<User | undefined> {
  const plain = name.trim();
  if (isAddress(plain)) return findUserByEmail(db, plain);
  return isUsername(plain) ? findUserByName(db, plain) : undefined;
}

const isAddress = (text: string) => text.includes("@") && text.length <= MAX_EMAIL && !text.includes("\0");
