import { markSeen } from "../../data/notifications.ts";
import { findUser } from "../../data/users.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";

/**
 * Marks all of the caller's notifications up to the newest on the page as seen. Later ones were not on it, so they
 * stay unseen.
 */
export async function seeAllNotifications(ctx: Ctx, input: { upTo: number }): Promise<{ left: number }> {
  const { user } = requireMember(ctx.actor);
  return inTransaction(ctx, async ({ db }) => {
    await markSeen(db, user.id, input);
    return { left: (await findUser(db, user.id))?.unseenCount ?? 0 };
  });
}
