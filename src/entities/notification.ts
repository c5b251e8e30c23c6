/** In the order of the numbers that the database and exports share; so does the API, for the first five. */
export const NOTIFICATION_KINDS = ["rating", "follow", "notice", "report", "comment", "remix"] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** What people do. Muted people do it in silence; the rest comes from the people who run the site. */
export const FILTERED_KINDS = ["rating", "follow", "comment", "remix"] as const satisfies NotificationKind[];

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
  /** Of a comment: the recipient was mentioned in it. */
  isMention: boolean;
  /** A message as stored by storeMessage(), or empty. */
  text: string;
  seen: boolean;
  createdAt: number;
}
