import { deleteNotifications } from "../../data/notifications.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { inFreeingTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";

/** Other people's notifications do not exist to the caller. */
export async function deleteNotification(ctx: Ctx, id: number): Promise<void> {
  const { user } = requireMember(ctx.actor);
  await inFreeingTransaction(ctx, async ({ db }) => {
    if ((await deleteNotifications(db, { id, userId: user.id, shown: true })) === 0)
      throw new DomainError("not_found", message("error.no-notification"));
  });
}
