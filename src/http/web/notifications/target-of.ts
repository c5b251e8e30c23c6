import { COMMENTS } from "../../../core/memes/read-meme-page.ts";
import type { NotificationView } from "../../../core/notifications/list-notifications.ts";
import { NOTIFICATION } from "../../../core/notifications/notify.ts";

/** Where it happened, below the site's root; undefined where its words are all there is. */
export function targetOf({ notification: one, meme }: NotificationView): string | undefined {
  if (one.type === NOTIFICATION.follow) return `/profile/${one.sender_id}`;
  if (one.type === NOTIFICATION.report) return `/reports#report-${one.report_id}`;
  if (!meme) return undefined;
  if (one.comment_id === null) return `/meme/${meme.id}`;
  // Among many it may be on a later page: then the list begins with it.
  const from = meme.commentCount > COMMENTS ? `?after=${one.comment_id - 1}` : "";
  return `/meme/${meme.id}${from}#comment-${one.comment_id}`;
}

/** What is seen there. */
export function targetName({ notification: one, ofOwnMeme }: NotificationView) {
  if (one.type === NOTIFICATION.follow) return "notifications.see-profile";
  if (one.type === NOTIFICATION.report) return "notifications.see-reports";
  if (one.comment_id === null) return "notifications.see-meme";
  return ofOwnMeme ? "notifications.see-comment" : "notifications.see-reply";
}
