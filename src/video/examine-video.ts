import { sniffVideo, VIDEO_START } from "../shared/video-format.ts";
import type { SourceVideo } from "./encode.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { damagedVideo, requireAllowedClip, requireVideoSize, type VideoRules } from "./limits.ts";
import { probe } from "./probe.ts";
import { requireWhole } from "./whole-file.ts";

/** Refuses a file that we do not take, before anything of it is decoded. It has the folder to itself. */
export async function examineVideo(
  ffmpeg: Ffmpeg,
  rules: Pick<VideoRules, "maxBytes" | "maxSeconds">,
  { folder, path }: Pick<SourceVideo, "folder" | "path">,
  signal?: AbortSignal,
): Promise<SourceVideo> {
  const file = Bun.file(path);
  requireVideoSize(file.size, rules);
  const format = sniffVideo(await file.slice(0, VIDEO_START).bytes());
  if (!format) throw damagedVideo();
  await requireWhole(file, format);
  const clip = await probe(ffmpeg, format, path, { folder, signal });
  if (!clip) throw damagedVideo();
  requireAllowedClip(clip, rules);
  return { folder, path, format, clip };
}
