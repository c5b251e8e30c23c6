import { COMMENTS } from "../../../core/memes/read-meme-page.ts";
import { profilePath } from "../../../core/users/profile-path.ts";
import type { NotificationView } from "../../../core/notifications/list-notifications.ts";

/** Path of what happened, below the site's root; undefined if the text says it all. */
export function targetOf({ notification: one, sender, meme }: NotificationView): string | undefined {
  if (one.kind === "follow") return profilePath(sender);
  if (one.kind === "report") return `/reports#report-${one.reportId}`;
  if (!meme) return undefined;
  if (one.commentId === undefined) return `/meme/${meme.id}`;
  // With many comments it may be on a later page, so the list begins with it.
  const from = meme.commentCount > COMMENTS ? `?after=${one.commentId - 1}` : "";
  return `/meme/${meme.id}${from}#comment-${one.commentId}`;
}

/** Label of the link there. */
export function targetName({ notification: one, ofOwnMeme }: NotificationView) {
  if (one.kind === "follow") return "notifications.see-profile";
  if (one.kind === "report") return "notifications.see-reports";
  if (one.kind === "remix") return "notifications.see-remix";
  if (one.commentId === undefined) return "notifications.see-meme";
  return ofOwnMeme || one.isMention ? "notifications.see-comment" : "notifications.see-reply";
}
