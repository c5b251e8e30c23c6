import { findTicket, insertTicket } from "../../data/tickets.ts";
import { requireFounder } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { hashOf, makeSecret } from "../secrets.ts";

/** The secret of an invitation for one new account. */
export async function makeInvite(ctx: Ctx, goodForMs: number): Promise<string> {
  requireFounder(ctx.actor);
  const secret = makeSecret();
  const user_id = ctx.actor.kind === "member" ? ctx.actor.user.id : null;
  const expires_at = ctx.now + goodForMs;
  await insertTicket(ctx.db, "invites", { hash: hashOf(secret), user_id, created_at: ctx.now, expires_at });
  return secret;
}

export const isInvite = async (ctx: Ctx, secret: string): Promise<boolean> =>
  (await findTicket(ctx.db, "invites", hashOf(secret), ctx.now)) !== undefined;
