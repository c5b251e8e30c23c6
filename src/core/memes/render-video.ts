import { findFormat } from "../../data/formats.ts";
import type { Meme } from "../../entities/meme.ts";
import { processFormats, type MadeFormats } from "../../images/process.ts";
import type { Ffmpeg } from "../../video/ffmpeg.ts";
import { gifOfVideo } from "../../video/gif-of-video.ts";
import type { Ctx } from "../ctx.ts";
import { isCurrent } from "./formats.ts";
import { openStored } from "./open-stored.ts";

/** The beginning of a video, in the formats of an animation. Undefined if it does not move. */
export async function renderVideo(
  ctx: Pick<Ctx, "db" | "storage" | "policy">,
  meme: Meme,
  ffmpeg: Ffmpeg,
  signal: AbortSignal | undefined,
): Promise<MadeFormats | undefined> {
  const mp4 = await findFormat(ctx.db, meme.id, "mp4");
  if (!mp4 || !isCurrent(meme, mp4)) return undefined;
  await using video = await openStored(ctx, ffmpeg, mp4.key, signal);
  if (!video) return undefined;
  const gif = { ...(await gifOfVideo(ffmpeg, video.source, signal)), type: "image/gif", extension: "gif" as const };
  const made = await processFormats(gif.bytes, { webp: true });
  if (made.duration === 0) return undefined;
  const { mediumgif, tinygif, nanogif } = made;
  return { ...made, gif, mediumgif: mediumgif ?? gif, tinygif: tinygif ?? gif, nanogif: nanogif ?? gif };
}
