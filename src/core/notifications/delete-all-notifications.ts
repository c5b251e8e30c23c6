import { deleteNotifications } from "../../data/notifications.ts";
import { findUser } from "../../data/users.ts";
import { requireMember } from "../access.ts";
import { inFreeingTransaction, type Ctx } from "../ctx.ts";

/** Deletes all of the caller's notifications up to the newest on the page, including those of hidden memes. */
export async function deleteAllNotifications(ctx: Ctx, input: { upTo: number }): Promise<{ left: number }> {
  const { user } = requireMember(ctx.actor);
  return inFreeingTransaction(ctx, async ({ db }) => {
    await deleteNotifications(db, { userId: user.id, upTo: input.upTo });
    return { left: (await findUser(db, user.id))?.notificationCount ?? 0 };
  });
}
