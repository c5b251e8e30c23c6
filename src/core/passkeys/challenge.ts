import { decodeClientDataJSON } from "@simplewebauthn/server/helpers";

import { insertTicket, useTicket } from "../../data/tickets.ts";
import type { Ctx } from "../ctx.ts";
import { hashOf } from "../secrets.ts";

export const CHALLENGE_MS = 5 * 60_000;

/** What a passkey has to sign, within a few minutes, once. To add one it is good for that account alone. */
export async function makeChallenge(ctx: Ctx, userId: string | null): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = crypto.getRandomValues(new Uint8Array(32));
  const hash = hashOf(Buffer.from(challenge).toString("base64url"));
  const expires_at = ctx.now + CHALLENGE_MS;
  await insertTicket(ctx.db, "challenges", { hash, user_id: userId, created_at: ctx.now, expires_at });
  return challenge;
}

/**
 * The challenge that an answer is to, if it is one of ours that nobody has answered yet. Spent by this, whatever else
 * is wrong with the answer.
 */
export async function useChallenge(ctx: Ctx, clientData: string, userId: string | null): Promise<string | undefined> {
  const challenge = challengeIn(clientData);
  const ticket = challenge && (await useTicket(ctx.db, "challenges", hashOf(challenge), ctx.now));
  return ticket && ticket.user_id === userId ? challenge : undefined;
}

function challengeIn(clientData: string): string | undefined {
  try {
    const { challenge } = decodeClientDataJSON(clientData);
    return typeof challenge === "string" ? challenge : undefined;
  } catch {
    return undefined;
  }
}
