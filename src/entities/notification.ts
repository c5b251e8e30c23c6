/** In the order of the numbers that the database, the API and exports share. */
export const NOTIFICATION_KINDS = ["rating", "follow", "notice", "report", "comment"] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export interface Notification {
  id: number;
  /** The recipient. */
  userId: string;
  kind: NotificationKind;
  senderId: string;
  memeId: string | undefined;
  commentId: number | undefined;
  reportId: number | undefined;
  rating: number | undefined;
  /** A message as stored by storeMessage(), or empty. */
  text: string;
  seen: boolean;
  createdAt: number;
}
