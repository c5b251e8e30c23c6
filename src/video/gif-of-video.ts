import { join } from "node:path";

import type { Clip } from "./clip.ts";
import { fitted, type SourceVideo } from "./encode.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { damagedVideo, slowVideo } from "./limits.ts";
import { flags, runFfmpeg, safely } from "./run-ffmpeg.ts";

const SECONDS = 6;
const FPS = 10;
const SIDE = 480;
/** Of all frames together: what the image library makes of it takes a second of CPU time per megapixel. */
const MAX_PIXELS = 6_000_000;
const GIF_MS = 60_000;
const MAX_GIF_BYTES = 15e6;

export interface VideoGif {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** The beginning of a video that we have encoded. */
export async function gifOfVideo(ffmpeg: Ffmpeg, source: SourceVideo, signal?: AbortSignal): Promise<VideoGif> {
  const { folder, path, format, clip } = source;
  const file = join(folder, "made.gif");
  const [width, height] = sizeOf(clip);
  const frames = `fps=${FPS},scale=${width}:${height},setsar=1,split[frames][seen]`;
  const colours = "[seen]palettegen=stats_mode=diff[colours]";
  const drawn = "[frames][colours]paletteuse=dither=bayer:bayer_scale=3:diff_mode=rectangle";
  const args = [
    ...flags(`-v error -t ${SECONDS}`),
    ...safely(format, path),
    ...flags(`-filter_complex [0:v:0]${frames};${colours};${drawn}`),
    ...flags("-map_metadata -1 -map_chapters -1 -an -sn -dn -loop 0 -f gif"),
    file,
  ];
  const limits = { folder, deadlineMs: GIF_MS, maxBytes: MAX_GIF_BYTES, signal };
  const { ok, tookTooLong } = await runFfmpeg(ffmpeg, args, limits);
  if (tookTooLong) throw slowVideo();
  if (!ok) throw damagedVideo();
  return { bytes: await Bun.file(file).bytes(), width, height };
}

/** Smaller if it has many frames. */
function sizeOf({ width, height, seconds }: Clip): [number, number] {
  const frames = Math.ceil(Math.min(seconds, SECONDS) * FPS);
  const share = Math.sqrt(MAX_PIXELS / (width * height * Math.max(1, frames)));
  return fitted({ width, height }, Math.min(SIDE, Math.floor(Math.max(width, height) * share)));
}
