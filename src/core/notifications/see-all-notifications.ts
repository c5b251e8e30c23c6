import { markSeen } from "../../data/notifications.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";

/** All of the caller's own up to the newest that was on the page: what came since was not looked at. */
export async function seeAllNotifications(ctx: Ctx, input: { upTo: number }): Promise<void> {
  const { user } = requireMember(ctx.actor);
  await inTransaction(ctx, ({ db }) => markSeen(db, user.id, input));
}
