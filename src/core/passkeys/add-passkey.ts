import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from "@simplewebauthn/server";

import { dialectOf } from "../../data/dialect.ts";
import { insertPasskey, listPasskeys } from "../../data/passkeys.ts";
import type { User } from "../../entities/user.ts";
import type { Passkey } from "../../entities/passkey.ts";
import { lockUser } from "../../data/users.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { readSiteInfo } from "../site/read-site-info.ts";
import { requireProof, type Proof } from "../users/proof.ts";
import { CHALLENGE_MS, makeChallenge, useChallenge } from "./challenge.ts";
import { cleanPasskeyName, isPasskeyId } from "./format.ts";
import type { RelyingParty } from "./relying-party.ts";
import { knownTransports } from "./transports.ts";
import { webauthn } from "./webauthn.ts";

const MAX_PASSKEYS = 20;

const tooMany = () => new DomainError("invalid", message("error.many-passkeys", { most: MAX_PASSKEYS }));

/** Options for the browser to create a passkey. Requires proof here, so only the owner gets a challenge. */
export async function offerPasskey(
  ctx: Ctx,
  site: RelyingParty,
  input: Proof & { name: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  requireMember(ctx.actor);
  cleanPasskeyName(input.name);
  const { user } = await requireProof(ctx, input);
  const present = await listPasskeys(ctx.db, user.id);
  if (present.length >= MAX_PASSKEYS) throw tooMany();
  const { generateRegistrationOptions } = webauthn();
  return generateRegistrationOptions({
    rpName: (await readSiteInfo(ctx)).name,
    rpID: site.host,
    // Returned when somebody signs in without a name.
    userID: new TextEncoder().encode(user.id),
    userName: user.username,
    userDisplayName: user.username,
    challenge: await makeChallenge(ctx, user.id),
    timeout: CHALLENGE_MS,
    excludeCredentials: present.map(({ id, transports }) => ({ id, transports: knownTransports(transports) })),
    // It replaces both name and password, so it has to know the account and verify its holder.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

export interface NewPasskey {
  name: string;
  /** The browser's answer. */
  answer: RegistrationResponseJSON;
}

export async function addPasskey(ctx: Ctx, site: RelyingParty, input: NewPasskey): Promise<Passkey> {
  const { user } = requireMember(ctx.actor);
  const name = cleanPasskeyName(input.name);
  const { id, publicKey, counter, transports = [] } = await verified(ctx, site, user, input.answer);
  const passkey: Passkey = {
    id,
    userId: user.id,
    name,
    publicKey,
    counter,
    transports: knownTransports(transports),
    createdAt: ctx.now,
    usedAt: undefined,
  };
  try {
    await inTransaction(ctx, async ({ db }) => {
      await lockUser(db, user.id);
      if ((await listPasskeys(db, user.id)).length >= MAX_PASSKEYS) throw tooMany();
      await insertPasskey(db, passkey);
    });
    return passkey;
  } catch (error) {
    if (!dialectOf(ctx.db).isUniqueViolation(error)) throw error;
    throw new DomainError("invalid", message("error.passkey-present"));
  }
}

async function verified(ctx: Ctx, site: RelyingParty, { id }: User, response: RegistrationResponseJSON) {
  // The library has many ways to say what is wrong. With an honest browser, people can only try again.
  const refused = () => new DomainError("invalid", message("error.passkey-not-added"));
  const expectedChallenge = await useChallenge(ctx, response.response.clientDataJSON, id);
  if (expectedChallenge === undefined) throw refused();
  const { verifyRegistrationResponse } = webauthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    requireUserVerification: true,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) throw refused();
  const { credential } = registrationInfo;
  // With an id we could not ask for again, nobody would ever get in.
  if (credential.id !== response.id || !isPasskeyId(credential.id)) throw refused();
  return credential;
}
