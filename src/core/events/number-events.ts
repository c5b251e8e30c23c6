import { hasUnnumbered, numberEvents } from "../../data/events.ts";
import { requireOperator } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";

/** Numbers what has happened since the last time. It costs a look at an empty index if that is nothing. */
export async function numberNewEvents(ctx: Ctx): Promise<void> {
  requireOperator(ctx.actor);
  while (await hasUnnumbered(ctx.db)) await inTransaction(ctx, ({ db }) => numberEvents(db, ctx.now));
}
