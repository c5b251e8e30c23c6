import { findNotification } from "../../data/notifications.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { seeGroup } from "./see-notification.ts";
import { withSubjects, type NotificationView } from "./list-notifications.ts";

/** What one of the caller's notifications is about. Marks it as seen if `see` is set. */
export async function followNotification(ctx: Ctx, input: { id: number; see: boolean }): Promise<NotificationView> {
  const { user } = requireMember(ctx.actor);
  const found = await findNotification(ctx.db, user.id, input.id);
  const [view] = found ? await withSubjects(ctx, [found]) : [];
  if (!view) throw new DomainError("not_found", message("error.no-notification"));
  if (input.see) await inTransaction(ctx, (tx) => seeGroup(tx, view.notification));
  return view;
}
