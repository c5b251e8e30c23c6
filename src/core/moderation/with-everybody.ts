import type { Ctx } from "../ctx.ts";

/** Staff also moderate people they have blocked or muted. */
export const withEverybody = (ctx: Ctx): Ctx =>
  ctx.actor.kind === "member" ? { ...ctx, actor: { ...ctx.actor, filter: undefined } } : ctx;
