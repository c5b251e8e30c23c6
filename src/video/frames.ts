import { join } from "node:path";

import { fitted, toned, type SourceVideo } from "./encode.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { damagedVideo, slowVideo } from "./limits.ts";
import { flags, runFfmpeg, safely } from "./run-ffmpeg.ts";

const POSTER_SIDE = 1280;
const FRAME_MS = 30_000;
const MAX_FRAME_BYTES = 20e6;

/** The picture that stands for the video: a moment after its beginning, which is often black. */
export const posterOf = (ffmpeg: Ffmpeg, source: SourceVideo, signal?: AbortSignal) =>
  frameAt(ffmpeg, source, Math.min(1, source.clip.seconds / 4), signal);

/** A JPEG, upright. */
export async function frameAt(
  ffmpeg: Ffmpeg,
  source: SourceVideo,
  seconds: number,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const { folder, path, format, clip } = source;
  const file = join(folder, "frame.jpg");
  const filters = [
    `scale=${fitted(clip, POSTER_SIDE).join(":")}`,
    "setsar=1",
    ...toned(clip, ffmpeg),
    "format=yuvj420p",
  ];
  const args = (at: number) => [
    ...flags(`-v error -ss ${at}`),
    ...safely(format, path),
    ...flags(`-map 0:v:0 -frames:v 1 -vf ${filters.join(",")} -q:v 2 -map_metadata -1 -f image2 -update 1`),
    file,
  ];
  for (const at of new Set([seconds, 0])) {
    const limits = { folder, deadlineMs: FRAME_MS, maxBytes: MAX_FRAME_BYTES, signal };
    const { tookTooLong } = await runFfmpeg(ffmpeg, args(at), limits);
    if (tookTooLong) throw slowVideo();
    const frame = Bun.file(file);
    if (await frame.exists()) {
      const bytes = await frame.bytes();
      await frame.delete();
      return bytes;
    }
  }
  throw damagedVideo();
}
