import type { Notification } from "../../entities/notification.ts";
import type { NotificationView } from "./list-notifications.ts";

/** Notifications that say the same of several people, newest first. The newest stands for all. */
export type NotificationGroup = readonly [NotificationView, ...NotificationView[]];

/** What is shown as one; undefined for what says something of its own. */
export type Alike = { kind: "rating"; memeId: string } | { kind: "follow" };

export function alikeOf({ kind, memeId }: Notification): Alike | undefined {
  if (kind === "rating" && memeId !== undefined) return { kind, memeId };
  return kind === "follow" ? { kind } : undefined;
}

/** Each group is where its newest notification is. */
export function groupNotifications(views: readonly NotificationView[]): NotificationGroup[] {
  const groups = Map.groupBy(views, ({ notification }) => JSON.stringify(alikeOf(notification) ?? notification.id));
  return [...groups.values()] as unknown as NotificationGroup[];
}
