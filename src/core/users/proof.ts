import type { UserRow } from "../../data/schema.ts";
import { said } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../errors.ts";
import { requireLockedUser } from "./find-user.ts";
import { isPassword } from "./password.ts";

const MINUTE = 60_000;
const FRESH_MINUTES = 15;

/** That it is still the owner who sits there. */
export interface Proof {
  /** The present password; of no matter where the account has none. */
  password: string;
  /** When the session began. */
  since: number;
}

/** Whether signing in was proof enough, for an account without a password. */
export const isFresh = (since: number, now: number) => now - since <= FRESH_MINUTES * MINUTE;

/**
 * Who is at the keyboard may have found it unlocked: what is dear asks for the password again, or, where there is
 * none, for having signed in just now. Takes long: outside of any transaction.
 */
export async function requireProof(ctx: Pick<Ctx, "actor" | "now">, { password, since }: Proof): Promise<UserRow> {
  const { user } = requireMember(ctx.actor);
  if (user.password_hash === null) {
    if (!isFresh(since, ctx.now))
      throw new DomainError("not_allowed", said("error.sign-in-again", { minutes: FRESH_MINUTES }));
  } else if (!(await isPassword(password, user.password_hash))) {
    throw new DomainError("invalid", said("error.not-present-password"));
  }
  return user;
}

/** Inside the transaction of the act: nobody has changed the password since, and nobody does until its end. */
export async function requireStillProven(tx: Ctx, proven: UserRow): Promise<void> {
  const now = await requireLockedUser(tx, proven.id);
  if (now.password_hash !== proven.password_hash) throw new DomainError("invalid", said("error.not-present-password"));
}
