import { COMMENTS } from "../../../core/memes/read-meme-page.ts";
import type { NotificationView } from "../../../core/notifications/list-notifications.ts";

/** Where it happened, below the site's root; undefined where its words are all there is. */
export function targetOf({ notification: one, meme }: NotificationView): string | undefined {
  if (one.kind === "follow") return `/profile/${one.senderId}`;
  if (one.kind === "report") return `/reports#report-${one.reportId}`;
  if (!meme) return undefined;
  if (one.commentId === undefined) return `/meme/${meme.id}`;
  // Among many it may be on a later page: then the list begins with it.
  const from = meme.commentCount > COMMENTS ? `?after=${one.commentId - 1}` : "";
  return `/meme/${meme.id}${from}#comment-${one.commentId}`;
}

/** What is seen there. */
export function targetName({ notification: one, ofOwnMeme }: NotificationView) {
  if (one.kind === "follow") return "notifications.see-profile";
  if (one.kind === "report") return "notifications.see-reports";
  if (one.commentId === undefined) return "notifications.see-meme";
  return ofOwnMeme ? "notifications.see-comment" : "notifications.see-reply";
}
