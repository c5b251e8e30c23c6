import { keyOf, typeOf } from "../../../core/memes/renditions.ts";
import { findMemeUnderReview } from "../../../core/moderation/find-reviewed-meme.ts";
import { stripOfVideo } from "../../../core/moderation/strip-of-video.ts";
import { DomainError } from "../../../errors.ts";
import { message } from "../../../words/messages.ts";
import type { Visit } from "../visit.ts";
import { HttpResponse } from "../../../wire/http-response.ts";

/** For staff, while the meme is held or reported. Not cached, because that can end at any time. */
export async function answerReviewPicture(visit: Visit, full: boolean): Promise<HttpResponse> {
  const meme = await findMemeUnderReview(visit.ctx, visit.param("id"));
  const which = full ? "original" : "thumbnail";
  const stored = await visit.ctx.storage.open(keyOf(meme.image, which));
  if (!stored) throw new DomainError("not_found", message("error.no-meme"));
  const headers = { ...PRIVATE, "Content-Type": typeOf(meme.image, which), "Content-Length": String(stored.size) };
  return new HttpResponse(stored.slice(0, stored.size), { headers });
}

/** Moments of a video, for the same people. */
export async function answerReviewStrip(visit: Visit): Promise<HttpResponse> {
  const strip = await stripOfVideo(visit.ctx, visit.param("id"));
  return new HttpResponse(strip as Uint8Array<ArrayBuffer>, { headers: { ...PRIVATE, "Content-Type": "image/jpeg" } });
}

const PRIVATE = {
  "Cache-Control": "private, no-store",
  // Nothing in an image may ever run, whatever a browser takes it for.
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "same-origin",
};
