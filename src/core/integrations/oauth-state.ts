import { insertHandOff, takeHandOff } from "../../data/hand-offs.ts";
import { message } from "../../words/messages.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { requirePerson } from "../keys/require-person.ts";
import { hashOf, isSecret, makeSecret } from "../secrets.ts";

const OAUTH_STATE_MS = 600_000;

/** What we need to know when somebody returns from another service. */
export interface OAuthState {
  /** The service has to repeat it. */
  nonce: string;
  verifier: string;
  /** Where to go afterwards. */
  next: string | null;
  /** Session of a caller who links an account; null for a sign-in. */
  session: string | null;
}

interface StoredState extends OAuthState {
  /** SHA-256 of the browser's secret, so that a victim lured to the callback in another browser is refused. */
  browser: string;
}

/**
 * Returns the secret of the browser, which is needed to return. An existing secret is kept, since another tab may be
 * under way. It grants nothing alone: each round trip has its own state.
 */
export async function beginOAuth(
  ctx: Ctx,
  service: string,
  { state, ...begun }: OAuthState & { state: string },
  known?: string,
): Promise<string> {
  const browser = known !== undefined && isSecret(known) ? known : makeSecret();
  const kept: StoredState = { ...begun, browser: hashOf(browser) };
  await insertHandOff(ctx.db, hashOf(state), {
    userId: begun.session === null ? undefined : requirePerson(ctx).id,
    service,
    kept: JSON.stringify(kept),
    createdAt: ctx.now,
    expiresAt: ctx.now + OAUTH_STATE_MS,
  });
  return browser;
}

interface WayBack {
  service: string;
  state: string;
  /** Secret and session of the returning browser. */
  browser: string | undefined;
  session: string | undefined;
}

/** Works once, in the browser that was sent. Linking also requires the same session. */
export async function endOAuth(ctx: Ctx, { service, state, browser, session }: WayBack): Promise<OAuthState> {
  const handOff = await takeHandOff(ctx.db, hashOf(state), ctx.now);
  const kept = handOff && (JSON.parse(handOff.kept) as Partial<StoredState>);
  const isOurs = browser !== undefined && isSecret(browser) && kept?.browser === hashOf(browser);
  if (!handOff || !isOurs || handOff.service !== service) throw new DomainError("invalid", message("error.trip-ended"));
  const begun = kept as OAuthState;
  const me = ctx.actor.kind === "member" ? ctx.actor.user.id : undefined;
  if (handOff.userId !== undefined && (handOff.userId !== me || begun.session !== session))
    throw new DomainError("invalid", message("error.trip-of-another"));
  return begun;
}
