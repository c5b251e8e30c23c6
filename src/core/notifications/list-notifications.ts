import { findMemes } from "../../data/memes.ts";
import * as notifications from "../../data/notifications.ts";
import type { User } from "../../entities/user.ts";
import type { Notification } from "../../entities/notification.ts";
import type { Meme } from "../../entities/meme.ts";
import { findUsers } from "../../data/users.ts";
import { canSee, requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type Page, type PageQuery } from "../lists.ts";

export interface NotificationView {
  notification: Notification;
  sender: User;
  /** Undefined if it is not about a meme. */
  meme: Meme | undefined;
  /** The meme is the recipient's own. */
  ofOwnMeme: boolean;
}

/** The caller's own, newest first. */
export async function listNotifications(ctx: Ctx, query: PageQuery<number>): Promise<Page<NotificationView, number>> {
  const { user } = requireMember(ctx.actor);
  const found = await notifications.listNotifications(ctx.db, user.id, { ...query, amount: query.amount + 1 });
  const { items, next } = pageOf(found, query.amount, (last) => last.id);
  return { items: await withSubjects(ctx, items), next };
}

/** Notifications of hidden memes are not listed, not even if the meme was hidden after they were read. */
export async function withSubjects(ctx: Ctx, notifications: Notification[]): Promise<NotificationView[]> {
  const { user } = requireMember(ctx.actor);
  const senders = await findUsers(
    ctx.db,
    notifications.map((one) => one.senderId),
  );
  const memes = await findMemes(
    ctx.db,
    notifications.flatMap((one) => one.memeId ?? []),
  );
  return notifications.flatMap((notification) => {
    const sender = senders.get(notification.senderId);
    const meme = memes.get(notification.memeId ?? "");
    if (!sender || (notification.memeId !== undefined && !(meme && canSee(ctx.actor, meme)))) return [];
    return [{ notification, sender, meme, ofOwnMeme: meme?.authorId === user.id }];
  });
}

/** Stored with the account. */
export const countNotifications = ({ actor }: Ctx): number => requireMember(actor).user.notificationCount;
