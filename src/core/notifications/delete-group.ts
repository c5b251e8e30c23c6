import { deleteNotifications, findNotification } from "../../data/notifications.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { inFreeingTransaction, type Ctx } from "../ctx.ts";
import { alikeOf } from "./group-notifications.ts";

/** Deletes one of the caller's notifications, with all earlier ones that are shown as one with it. */
export async function deleteGroup(ctx: Ctx, id: number): Promise<void> {
  const { user } = requireMember(ctx.actor);
  await inFreeingTransaction(ctx, async ({ db }) => {
    const found = await findNotification(db, user.id, id);
    if (!found) throw new DomainError("not_found", message("error.no-notification"));
    const alike = alikeOf(found);
    const which = alike ? { ...alike, upTo: id } : { id };
    await deleteNotifications(db, { ...which, userId: user.id, shown: true });
  });
}
