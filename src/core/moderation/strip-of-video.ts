import { findFormat } from "../../data/formats.ts";
import { DomainError } from "../../errors.ts";
import { requireFfmpeg } from "../../video/ffmpeg.ts";
import { stripOf } from "../../video/frames.ts";
import { openVideo } from "../../video/open-video.ts";
import { message } from "../../words/messages.ts";
import { requireStaff } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { sourceKey } from "../memes/formats.ts";
import { findMemeUnderReview } from "./find-reviewed-meme.ts";

/** A picture of moments from all over a video under review, made anew each time: its poster may show the one harmless moment. */
export async function stripOfVideo(ctx: Ctx, memeId: string): Promise<Uint8Array> {
  requireStaff(ctx.actor);
  const { id, image } = await findMemeUnderReview(ctx, memeId);
  const small = await findFormat(ctx.db, id, "tinymp4");
  const stored = image.video && (await ctx.storage.open(small?.key ?? sourceKey(image)));
  if (!stored) throw new DomainError("not_found", message("error.no-meme"));
  const rules = ctx.policy.video;
  const ffmpeg = await requireFfmpeg(rules?.ffmpeg);
  const content = new Response(stored.slice(0, stored.size));
  await using video = await openVideo(ffmpeg, rules!, { content, size: stored.size });
  return await stripOf(ffmpeg, video.source);
}
