import type { User } from "../../entities/user.ts";
import { updateProof } from "../../data/sessions.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { evenWhenFull, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { requireLockedUser } from "./find-user.ts";
import { StoredPassword } from "./password.ts";

const MINUTE = 60_000;
const FRESH_MINUTES = 15;

/** Evidence that the owner is still the one at the keyboard. */
export interface Proof {
  /** The current password; ignored if the account has none. */
  password: string;
  /** When the person last proved who they are in this session, by signing in or with the password. */
  since: number;
  /** The session that remembers it. */
  session?: string;
}

/** Who gave the proof. */
export interface Proven {
  user: User;
  password: StoredPassword;
}

/** Whether the last proof still counts. */
export const isFresh = (since: number, now: number) => now - since <= FRESH_MINUTES * MINUTE;

/**
 * Somebody else may sit at an unlocked keyboard. Acts that are hard to undo require the password again or, without
 * one, a recent sign-in. Slow: call it outside any transaction.
 */
export async function requireProof(ctx: ProofCtx, { password, since, session }: Proof): Promise<Proven> {
  const { user } = requireMember(ctx.actor);
  const stored = await StoredPassword.of(ctx, user);
  // Not user.hasPassword: that was read earlier, and a password may have been set since.
  if (!stored.isSet) {
    if (!isFresh(since, ctx.now))
      throw new DomainError("not_allowed", message("error.sign-in-again", { minutes: FRESH_MINUTES }));
  } else if (!(await stored.is(password, ctx))) {
    throw notPresent();
  } else if (session !== undefined) {
    await evenWhenFull(ctx, () => updateProof(ctx.db, session, ctx.now));
  }
  return { user, password: stored };
}

const notPresent = () =>
  new DomainError("invalid", message("error.not-present-password"), { field: "current-password" });

/**
 * For things that outlive the session but can be undone, such as an API key. People who have just signed in, or typed
 * the password, are not asked again for some minutes.
 */
export async function requireRecentProof(ctx: ProofCtx, proof: Proof = { password: "", since: 0 }): Promise<void> {
  // The operator at the command line has proven more than that.
  if (ctx.actor.kind === "system" || isFresh(proof.since, ctx.now)) return;
  await requireProof(ctx, proof);
}

type ProofCtx = Pick<Ctx, "db" | "actor" | "now" | "passwordCost">;

/** Inside the transaction of the act: the password has not changed since, and cannot until the end. */
export async function requireStillProven(tx: Ctx, { user, password }: Proven): Promise<void> {
  await requireLockedUser(tx, user.id);
  if (!(await password.isUnchanged(tx))) throw notPresent();
}
