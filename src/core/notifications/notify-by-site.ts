import { insertNotification } from "../../data/new-notifications.ts";
import { storeMessage } from "../../words/stored-message.ts";
import type { Message } from "../../words/messages.ts";
import type { Ctx } from "../ctx.ts";

/** Tells somebody what has become of their own act, later. The site has no account, so it is a note to themselves. */
export const notifyBySite = (tx: Ctx, userId: string, sentence: Message, memeId?: string): Promise<void> =>
  insertNotification(tx.db, {
    userId,
    kind: "notice",
    senderId: userId,
    memeId,
    commentId: undefined,
    reportId: undefined,
    rating: undefined,
    isMention: false,
    text: storeMessage(sentence),
    createdAt: tx.now,
  });
