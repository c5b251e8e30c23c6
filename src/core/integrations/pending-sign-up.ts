import { findHandOff, insertHandOff, takeHandOff } from "../../data/hand-offs.ts";
import type { HandOff } from "../../entities/ticket.ts";
import { message } from "../../words/messages.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { hashOf, isSecret, makeSecret } from "../secrets.ts";
import type { Identity } from "./identity.ts";

const PENDING_SIGN_UP_MS = 1_800_000;

/** Somebody a service has vouched for who has no account here yet. */
export interface PendingSignUp {
  identity: Identity;
  next: string | null;
}

/** Returns a new secret for the browser: always a new one, since it vouches for somebody. */
export async function savePendingSignUp(ctx: Ctx, pending: PendingSignUp): Promise<string> {
  const secret = makeSecret();
  await insertHandOff(ctx.db, hashOf(secret), {
    userId: undefined,
    service: pending.identity.service,
    kept: JSON.stringify(pending),
    createdAt: ctx.now,
    expiresAt: ctx.now + PENDING_SIGN_UP_MS,
  });
  return secret;
}

export async function findPendingSignUp(ctx: Ctx, service: string, secret: string | undefined): Promise<PendingSignUp> {
  return pendingSignUpOf(
    service,
    secret && isSecret(secret) ? await findHandOff(ctx.db, hashOf(secret), ctx.now) : undefined,
  );
}

/** Works once, in the transaction that creates the account. */
export async function takePendingSignUp(tx: Ctx, service: string, secret: string | undefined): Promise<PendingSignUp> {
  return pendingSignUpOf(
    service,
    secret && isSecret(secret) ? await takeHandOff(tx.db, hashOf(secret), tx.now) : undefined,
  );
}

function pendingSignUpOf(service: string, handOff: HandOff | undefined): PendingSignUp {
  const kept = handOff && (JSON.parse(handOff.kept) as Partial<PendingSignUp>);
  // A record of an unfinished round trip vouches for nobody.
  if (!kept?.identity || kept.identity.service !== service)
    throw new DomainError("not_found", message("error.trip-ended"));
  return kept as PendingSignUp;
}
