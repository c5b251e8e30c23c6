import { deleteNotifications } from "../../data/notifications.ts";
import { findUser } from "../../data/users.ts";
import { requireMember } from "../access.ts";
import { inFreeingTransaction, type Ctx } from "../ctx.ts";

/** All of the caller's own up to the newest that was on the page; those that wait for a hidden meme to return, too. */
export async function deleteAllNotifications(ctx: Ctx, input: { upTo: number }): Promise<{ left: number }> {
  const { user } = requireMember(ctx.actor);
  return inFreeingTransaction(ctx, async ({ db }) => {
    await deleteNotifications(db, { userId: user.id, upTo: input.upTo });
    return { left: (await findUser(db, user.id))?.notificationCount ?? 0 };
  });
}
