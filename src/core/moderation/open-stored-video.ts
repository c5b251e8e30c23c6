import { findFormat } from "../../data/formats.ts";
import type { Meme } from "../../entities/meme.ts";
import { requireFfmpeg } from "../../video/ffmpeg.ts";
import type { OpenVideo } from "../../video/open-video.ts";
import type { Ctx } from "../ctx.ts";
import { sourceKey } from "../memes/formats.ts";
import { openStored } from "../memes/open-stored.ts";

/** The small copy of a meme that is a video, or else what was uploaded. Undefined for pictures, and if it is gone. */
export async function openStoredVideo(
  ctx: Pick<Ctx, "db" | "storage" | "policy">,
  { id, image }: Meme,
): Promise<OpenVideo | undefined> {
  if (!image.video) return undefined;
  const ffmpeg = await requireFfmpeg(ctx.policy.video?.ffmpeg);
  const small = await findFormat(ctx.db, id, "tinymp4");
  return openStored(ctx, ffmpeg, small?.key ?? sourceKey(image));
}
