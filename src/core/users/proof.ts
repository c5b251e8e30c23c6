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

/** That it is still the owner who sits there. */
export interface Proof {
  /** The present password; of no matter where the account has none. */
  password: string;
  /** When the person last showed who they are in this session, by signing in or with the password. */
  since: number;
  /** The session, which remembers it. */
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
 * Somebody else may sit at an unlocked keyboard: what is hard to undo asks for the password again or, where there is
 * none, for a recent sign-in. Takes long: outside of any transaction.
 */
export async function requireProof(ctx: ProofCtx, { password, since, session }: Proof): Promise<Proven> {
  const { user } = requireMember(ctx.actor);
  const stored = await StoredPassword.of(ctx, user);
  if (!user.hasPassword) {
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
 * For what outlives the session but can be taken back, such as an API key: whoever has just signed in, or has just typed
 * the password, is not asked again for some minutes.
 */
export async function requireRecentProof(ctx: ProofCtx, proof: Proof = { password: "", since: 0 }): Promise<void> {
  // The operator at the command line has proven more than that.
  if (ctx.actor.kind === "system" || isFresh(proof.since, ctx.now)) return;
  await requireProof(ctx, proof);
}

type ProofCtx = Pick<Ctx, "db" | "actor" | "now" | "passwordCost">;

/** Inside the transaction of the act: nobody has changed the password since, and nobody does until its end. */
export async function requireStillProven(tx: Ctx, { user, password }: Proven): Promise<void> {
  await requireLockedUser(tx, user.id);
  if (!(await password.isUnchanged(tx))) throw notPresent();
}
