import { findFormat } from "../../data/formats.ts";
import type { Meme } from "../../entities/meme.ts";
import { processFormats, type MadeFormats } from "../../images/process.ts";
import type { Ffmpeg } from "../../video/ffmpeg.ts";
import { gifOfVideo } from "../../video/gif-of-video.ts";
import { openVideo } from "../../video/open-video.ts";
import type { Ctx } from "../ctx.ts";
import { isCurrent } from "./formats.ts";

/** The beginning of a video, in the formats of an animation. Undefined if it does not move. */
export async function renderVideo(
  { db, storage, policy }: Pick<Ctx, "db" | "storage" | "policy">,
  meme: Meme,
  ffmpeg: Ffmpeg,
  signal: AbortSignal | undefined,
): Promise<MadeFormats | undefined> {
  const mp4 = await findFormat(db, meme.id, "mp4");
  const stored = mp4 && isCurrent(meme, mp4) ? await storage.open(mp4.key) : null;
  if (!stored) return undefined;
  const { size } = stored;
  const content = new Response(stored.slice(0, size));
  // Longer and larger ones may have been allowed when it was posted.
  const rules = { ...policy.video!, maxBytes: size, maxSeconds: Infinity };
  await using video = await openVideo(ffmpeg, rules, { content, size }, signal);
  const gif = { ...(await gifOfVideo(ffmpeg, video.source, signal)), type: "image/gif", extension: "gif" as const };
  const made = await processFormats(gif.bytes, { webp: true });
  if (made.duration === 0) return undefined;
  const { mediumgif, tinygif, nanogif } = made;
  return { ...made, gif, mediumgif: mediumgif ?? gif, tinygif: tinygif ?? gif, nanogif: nanogif ?? gif };
}
