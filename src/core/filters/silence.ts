import { deleteNotifications } from "../../data/notifications.ts";
import { FILTERED_KINDS } from "../../entities/notification.ts";
import type { Ctx } from "../ctx.ts";

/** Deletes what one person's acts told another. Messages from staff stay. Runs inside the transaction of the act. */
export async function silence({ db }: Ctx, { from, to }: { from: string; to: string }): Promise<void> {
  for (const kind of FILTERED_KINDS) await deleteNotifications(db, { userId: to, senderId: from, kind });
}
