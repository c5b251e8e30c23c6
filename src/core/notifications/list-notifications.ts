import * as notifications from "../../data/notifications.ts";
import type { NotificationRow, UserRow } from "../../data/schema.ts";
import { findUsers } from "../../data/users.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type Page, type PageQuery } from "../lists.ts";

export interface NotificationWithSender {
  notification: NotificationRow;
  sender: UserRow;
}

/** The caller's own, newest first. */
export async function listNotifications(
  ctx: Ctx,
  query: PageQuery<number>,
): Promise<Page<NotificationWithSender, number>> {
  const { user } = requireMember(ctx.actor);
  const found = await notifications.listNotifications(ctx.db, user.id, { ...query, amount: query.amount + 1 });
  const { items, next } = pageOf(found, query.amount, (last) => last.id);
  const senders = await findUsers(
    ctx.db,
    items.map((row) => row.sender_id),
  );
  const told = items.flatMap((notification) => {
    const sender = senders.get(notification.sender_id);
    return sender ? [{ notification, sender }] : [];
  });
  return { items: told, next };
}

/** Kept with the account. */
export const countNotifications = ({ actor }: Ctx): number => requireMember(actor).user.notification_count;
