import { findFormat } from "../../data/formats.ts";
import type { Meme } from "../../entities/meme.ts";
import { requireFfmpeg } from "../../video/ffmpeg.ts";
import { openVideo, type OpenVideo } from "../../video/open-video.ts";
import type { Ctx } from "../ctx.ts";
import { sourceKey } from "../memes/formats.ts";

type Stored = Pick<Ctx, "db" | "storage" | "policy">;

/** The small copy of a meme that is a video, or else what was uploaded. Undefined for pictures, and if it is gone. */
export async function openStoredVideo(
  { db, storage, policy: { video: rules } }: Stored,
  { id, image }: Meme,
): Promise<OpenVideo | undefined> {
  if (!image.video) return undefined;
  const small = await findFormat(db, id, "tinymp4");
  const stored = await storage.open(small?.key ?? sourceKey(image));
  if (!stored) return undefined;
  const ffmpeg = await requireFfmpeg(rules?.ffmpeg);
  const content = new Response(stored.slice(0, stored.size));
  return openVideo(ffmpeg, rules!, { content, size: stored.size });
}
