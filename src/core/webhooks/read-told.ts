import { findEvent } from "../../data/events.ts";
import type { Delivery, Webhook } from "../../entities/webhook.ts";
import { isSuspended, requireOperator } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { tellEvents, type ToldEvent } from "../events/tell-events.ts";
import { readFilter } from "../filters/read-filter.ts";
import { cachedUser } from "../users/find-user.ts";

/** The event as its owner may and wants to hear of it now; undefined if there is nothing left to say. */
export async function readTold(
  ctx: Ctx,
  { userId, age, tag, authorId }: Webhook,
  { event: number }: Delivery,
): Promise<ToldEvent | undefined> {
  requireOperator(ctx.actor);
  const event = number === undefined ? undefined : await findEvent(ctx.db, number);
  const user = await cachedUser(ctx, userId);
  if (!event || !user || isSuspended(user, ctx.now)) return undefined;
  const filter = await readFilter(ctx, userId);
  const owner = { ...ctx, actor: { kind: "member", user, via: "session", filter } as const };
  return (await tellEvents(owner, [event], { age, tag, authorId }))[0];
}
