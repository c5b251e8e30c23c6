import { insertTicket, useTicket } from "../../data/tickets.ts";
import type { Ctx } from "../ctx.ts";
import { hashOf } from "../secrets.ts";

export const CHALLENGE_MS = 5 * 60_000;

/**
 * A challenge for a passkey to sign, valid once and for a few minutes. With a user id, it can only add a passkey to
 * that account.
 */
export async function makeChallenge(ctx: Ctx, userId?: string): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = crypto.getRandomValues(new Uint8Array(32));
  const hash = hashOf(Buffer.from(challenge).toString("base64url"));
  const expiresAt = ctx.now + CHALLENGE_MS;
  await insertTicket(ctx.db, "challenges", hash, { userId, createdAt: ctx.now, expiresAt });
  return challenge;
}

/** The challenge in an answer, if it is one of ours that nobody has answered yet. It is spent even if the answer is wrong. */
export async function useChallenge(ctx: Ctx, clientData: string, userId?: string): Promise<string | undefined> {
  const challenge = challengeIn(clientData);
  const ticket = challenge && (await useTicket(ctx.db, "challenges", hashOf(challenge), ctx.now));
  return ticket && ticket.userId === userId ? challenge : undefined;
}

function challengeIn(clientData: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, "base64url").toString());
    return typeof challenge === "string" ? challenge : undefined;
  } catch {
    return undefined;
  }
}
