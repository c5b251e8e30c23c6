import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";

import { findPasskey, notePasskeyUse } from "../../data/passkeys.ts";
import type { Passkey } from "../../entities/passkey.ts";
import { findUser } from "../../data/users.ts";
import { message } from "../../words/messages.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { isKnownDevice, type SignInLimits } from "../sessions/sign-in.ts";
import { signInBrowser } from "../sessions/sign-in-browser.ts";
import type { Browser, BrowserSignIn } from "../sessions/browser.ts";
import { CHALLENGE_MS, makeChallenge, useChallenge } from "./challenge.ts";
import type { RelyingParty } from "./relying-party.ts";
import { webauthn } from "./webauthn.ts";

/** Options for the browser. They name no account: any passkey the person has for this site may answer. */
export const offerSignIn = async (ctx: Ctx, site: RelyingParty): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  webauthn().generateAuthenticationOptions({
    rpID: site.host,
    challenge: await makeChallenge(ctx),
    timeout: CHALLENGE_MS,
    userVerification: "required",
  });

const refused = () => new DomainError("invalid", message("error.passkey-refused"));

/** The refusal is the same whatever is wrong. */
export async function signInWithPasskey(
  ctx: Ctx,
  site: RelyingParty,
  { answer, ...browser }: { answer: AuthenticationResponseJSON } & Browser,
  limits: SignInLimits,
): Promise<BrowserSignIn> {
  const passkey = await findPasskey(ctx.db, answer.id);
  const user = passkey && (await findUser(ctx.db, passkey.userId));
  await limits.try(`passkey ${answer.id}`, await isKnownDevice(ctx, user, browser.device));
  if (!passkey || !user) throw refused();
  const counter = await countOf(ctx, site, passkey, answer);
  return inTransaction(ctx, async (tx) => {
    if (!(await notePasskeyUse(tx.db, passkey.id, counter, tx.now))) throw refused();
    return signInBrowser(tx, user, browser);
  });
}

/** The passkey's own use counter, if the answer is valid. */
async function countOf(ctx: Ctx, site: RelyingParty, passkey: Passkey, response: AuthenticationResponseJSON) {
  const expectedChallenge = await useChallenge(ctx, response.response.clientDataJSON);
  if (expectedChallenge === undefined) throw refused();
  const { verifyAuthenticationResponse } = webauthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    requireUserVerification: true,
    credential: { id: passkey.id, publicKey: passkey.publicKey, counter: passkey.counter },
  }).catch(() => ({ verified: false as const, authenticationInfo: undefined }));
  // No name was typed, so the answer itself has to say whose it is.
  const owner = Buffer.from(response.response.userHandle ?? "", "base64url").toString();
  if (!verified || owner !== passkey.userId) throw refused();
  return authenticationInfo.newCounter;
}
