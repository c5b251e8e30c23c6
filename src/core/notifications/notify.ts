import { insertNotification } from "../../data/new-notifications.ts";
import type { NotificationKind } from "../../entities/notification.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";

export interface Cause {
  kind: NotificationKind;
  memeId?: string;
  commentId?: number;
  reportId?: number;
  rating?: number;
  isMention?: boolean;
  text?: string;
}

/** Runs inside the transaction of the act it reports. Nobody is notified of their own acts. */
export async function notify(tx: Ctx, userId: string, cause: Cause): Promise<void> {
  const { user: sender } = requireMember(tx.actor);
  if (userId === sender.id) return;
  await insertNotification(tx.db, {
    userId,
    kind: cause.kind,
    senderId: sender.id,
    memeId: cause.memeId,
    commentId: cause.commentId,
    reportId: cause.reportId,
    rating: cause.rating,
    isMention: cause.isMention ?? false,
    text: cause.text ?? "",
    createdAt: tx.now,
  });
}
