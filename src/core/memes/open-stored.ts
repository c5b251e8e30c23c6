import type { Ffmpeg } from "../../video/ffmpeg.ts";
import { openVideo, type OpenVideo } from "../../video/open-video.ts";
import type { Ctx } from "../ctx.ts";

/** A file of a video that is stored. Longer and larger ones may have been allowed when it was posted. Undefined if it is gone. */
export async function openStored(
  { storage, policy }: Pick<Ctx, "storage" | "policy">,
  ffmpeg: Ffmpeg,
  key: string,
  signal?: AbortSignal,
): Promise<OpenVideo | undefined> {
  const stored = await storage.open(key);
  if (!stored) return undefined;
  const { size } = stored;
  const rules = { ...policy.video!, maxBytes: size, maxSeconds: Infinity };
  return openVideo(ffmpeg, rules, { content: new Response(stored.slice(0, size)), size }, signal);
}
