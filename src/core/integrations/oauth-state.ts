import { insertHandOff, takeHandOff } from "../../data/hand-offs.ts";
import { message } from "../../words/messages.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { requirePerson } from "../keys/require-person.ts";
import { hashOf, isSecret, makeSecret } from "../secrets.ts";

const TRIP_MS = 600_000;

/** What must be known when somebody comes back from another service. */
export interface OAuthState {
  /** What the service is to show that it got. */
  nonce: string;
  verifier: string;
  /** Where to go afterwards. */
  next: string | null;
  /** Of whoever links an account; null for whoever signs in. */
  session: string | null;
}

interface Kept extends OAuthState {
  /** SHA-256 of the browser's secret: whoever is lured to the way back, in another browser, has gone nowhere. */
  browser: string;
}

/**
 * Returns the secret of the browser that is sent there, without which nobody comes back. One that it has already is
 * kept: another of its windows may be on the way. It opens nothing by itself, as each way back has a state of its own.
 */
export async function beginOAuth(
  ctx: Ctx,
  service: string,
  { state, ...trip }: OAuthState & { state: string },
  known?: string,
): Promise<string> {
  const browser = known !== undefined && isSecret(known) ? known : makeSecret();
  const kept: Kept = { ...trip, browser: hashOf(browser) };
  await insertHandOff(ctx.db, hashOf(state), {
    userId: trip.session === null ? undefined : requirePerson(ctx).id,
    service,
    kept: JSON.stringify(kept),
    createdAt: ctx.now,
    expiresAt: ctx.now + TRIP_MS,
  });
  return browser;
}

interface WayBack {
  service: string;
  state: string;
  /** The secret and the session of the browser that comes. */
  browser: string | undefined;
  session: string | undefined;
}

/** Once only, in the browser that was sent; to link an account, in the very session too. */
export async function endOAuth(ctx: Ctx, { service, state, browser, session }: WayBack): Promise<OAuthState> {
  const handOff = await takeHandOff(ctx.db, hashOf(state), ctx.now);
  const kept = handOff && (JSON.parse(handOff.kept) as Partial<Kept>);
  const isOurs = browser !== undefined && isSecret(browser) && kept?.browser === hashOf(browser);
  if (!handOff || !isOurs || handOff.service !== service) throw new DomainError("invalid", message("error.trip-ended"));
  const trip = kept as OAuthState;
  const me = ctx.actor.kind === "member" ? ctx.actor.user.id : undefined;
  if (handOff.userId !== undefined && (handOff.userId !== me || trip.session !== session))
    throw new DomainError("invalid", message("error.trip-of-another"));
  return trip;
}
