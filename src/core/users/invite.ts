import { findTicket, insertTicket } from "../../data/tickets.ts";
import { requireFounder } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { hashOf, makeSecret } from "../secrets.ts";

/** Returns the secret of an invitation for one new account. */
export async function makeInvite(ctx: Ctx, goodForMs: number): Promise<string> {
  requireFounder(ctx.actor);
  const secret = makeSecret();
  const userId = ctx.actor.kind === "member" ? ctx.actor.user.id : undefined;
  await insertTicket(ctx.db, "invites", hashOf(secret), { userId, createdAt: ctx.now, expiresAt: ctx.now + goodForMs });
  return secret;
}

export const isInvite = async (ctx: Ctx, secret: string): Promise<boolean> =>
  (await findTicket(ctx.db, "invites", hashOf(secret), ctx.now)) !== undefined;
