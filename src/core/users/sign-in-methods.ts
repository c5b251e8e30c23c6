import { listLinked } from "../../data/integrations.ts";
import { countKeys } from "../../data/keys.ts";
import { listPasskeys } from "../../data/passkeys.ts";
import type { User } from "../../entities/user.ts";
import type { Passkey } from "../../entities/passkey.ts";
import { message } from "../../words/messages.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { requireLockedUser } from "./find-user.ts";

/** A way to sign in. */
export type SignInMethod = "password" | { passkey: string } | Linked;

export interface Linked {
  service: string;
  /** Name at that service. */
  account: string;
}

export interface SignInMethods {
  password: boolean;
  passkeys: Passkey[];
  linked: Linked[];
}

/** Counts only services that are configured now. */
export async function listSignInMethods(
  { db }: Pick<Ctx, "db">,
  user: Pick<User, "id" | "hasPassword">,
  services: readonly string[],
): Promise<SignInMethods> {
  const linked = await listLinked(db, user.id);
  return {
    password: user.hasPassword,
    passkeys: await listPasskeys(db, user.id),
    linked: linked.filter(({ service }) => services.includes(service)),
  };
}

/** Whether programs act for this person with a valid key. */
export const hasKeys = async ({ db }: Pick<Ctx, "db">, { id }: Pick<User, "id">): Promise<boolean> =>
  (await countKeys(db, id)) > 0;

/**
 * Keeps people from locking themselves out. Call it inside the transaction that removes the method, before removing
 * it: the account stays locked, so that two removals at once cannot rely on each other.
 */
export async function requireOtherSignInMethod(
  tx: Ctx,
  user: Pick<User, "id">,
  without: SignInMethod,
  services: readonly string[],
): Promise<void> {
  const now = await requireLockedUser(tx, user.id);
  const ways = listed(await listSignInMethods(tx, now, services));
  if (!ways.some((way) => !isSame(way, without))) throw new DomainError("invalid", message("error.only-way-in"));
}

const listed = ({ password, passkeys, linked }: SignInMethods): SignInMethod[] => [
  ...(password ? ["password" as const] : []),
  ...passkeys.map(({ id }) => ({ passkey: id })),
  ...linked,
];

function isSame(one: SignInMethod, other: SignInMethod): boolean {
  if (typeof one === "string" || typeof other === "string") return one === other;
  if ("passkey" in one) return "passkey" in other && one.passkey === other.passkey;
  return "service" in other && one.service === other.service && one.account === other.account;
}
