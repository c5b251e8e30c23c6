import { insertDevice, isDeviceOf } from "../../data/sessions.ts";
import type { UserRow } from "../../data/schema.ts";
import { findUserByEmail, findUserByName } from "../../data/users.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../errors.ts";
import { hashOf, isSecret, makeSecret } from "../secrets.ts";
import { isPassword } from "../users/password.ts";
import { isUsername } from "../users/username.ts";
import { startSession } from "./session.ts";

export interface SignIn {
  /** A username or an email address. */
  name: string;
  password: string;
  agent: string;
  /** The secret of a browser in which somebody has signed in before. */
  device: string | undefined;
}

export interface Started {
  user: UserRow;
  token: string;
  device: string;
}

/** Counts what is tried; throws where it is too much. */
export interface SignInLimits {
  try(account: string, isKnownDevice: boolean): void;
}

/** Says the same, in the same time, whatever is wrong. */
export async function signIn(ctx: Ctx, input: SignIn, limits: SignInLimits): Promise<Started> {
  const user = await findAccount(ctx, input.name);
  const device = input.device !== undefined && isSecret(input.device) ? input.device : undefined;
  const known = user && device ? await isDeviceOf(ctx.db, hashOf(device), user.id) : false;
  limits.try(user?.id ?? input.name.toLowerCase(), known);
  const right = await isPassword(input.password, user?.password_hash);
  if (!user || !right) throw new DomainError("invalid", "This name and this password do not belong together.");
  if (user.suspended_at !== null)
    throw new DomainError("not_allowed", "This account is suspended; ask the people who run this site.");
  return inTransaction(ctx, async (tx) => start(tx, user, input.agent, device));
}

/** Signs in whoever has just proven who he is. Inside a transaction. */
export async function start(tx: Ctx, user: UserRow, agent: string, device = makeSecret()): Promise<Started> {
  await insertDevice(tx.db, hashOf(device), user.id, tx.now);
  return { user, token: await startSession(tx, user.id, agent), device };
}

/** By username or email address, in any case. */
export async function findAccount({ db }: Ctx, name: string): Promise<UserRow | undefined> {
  if (name.includes("@")) return name.length <= 254 && !name.includes("\0") ? findUserByEmail(db, name) : undefined;
  return isUsername(name) ? findUserByName(db, name) : undefined;
}
