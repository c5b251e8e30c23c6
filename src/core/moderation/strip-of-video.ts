import { DomainError } from "../../errors.ts";
import { stripOf } from "../../video/frames.ts";
import { message } from "../../words/messages.ts";
import { requireStaff } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { findMemeUnderReview } from "./find-reviewed-meme.ts";
import { openStoredVideo } from "./open-stored-video.ts";

/** A picture of moments from all over a video under review, made anew each time: its poster may show the one harmless moment. */
export async function stripOfVideo(ctx: Ctx, memeId: string): Promise<Uint8Array> {
  requireStaff(ctx.actor);
  await using video = await openStoredVideo(ctx, await findMemeUnderReview(ctx, memeId));
  if (!video) throw new DomainError("not_found", message("error.no-meme"));
  return await stripOf(video.ffmpeg, video.source);
}
