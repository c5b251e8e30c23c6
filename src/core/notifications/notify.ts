import { insertNotification } from "../../data/notifications.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";

export const NOTIFICATION = { rating: 0, follow: 1, notice: 2, report: 3, comment: 4 } as const;

export interface Cause {
  type: (typeof NOTIFICATION)[keyof typeof NOTIFICATION];
  memeId?: string;
  commentId?: number;
  reportId?: number;
  rating?: number;
  text?: string;
}

/** Inside the transaction of the act that it tells of. Nobody is told of what he did himself. */
export async function notify(tx: Ctx, userId: string, cause: Cause): Promise<void> {
  const { user: sender } = requireMember(tx.actor);
  if (userId === sender.id) return;
  await insertNotification(tx.db, {
    user_id: userId,
    type: cause.type,
    sender_id: sender.id,
    meme_id: cause.memeId ?? null,
    comment_id: cause.commentId ?? null,
    report_id: cause.reportId ?? null,
    rating: cause.rating ?? null,
    text: cause.text ?? "",
    created_at: tx.now,
  });
}
