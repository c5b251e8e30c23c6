import { join } from "node:path";

import { fitted, toned, type SourceVideo } from "./encode.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { damagedVideo, slowVideo } from "./limits.ts";
import { flags, runFfmpeg, safely } from "./run-ffmpeg.ts";

const POSTER_SIDE = 1280;
const STRIP = { across: 3, down: 2, side: 320 };
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
  const filters = filtersOf(ffmpeg, source, POSTER_SIDE).join();
  for (const at of new Set([seconds, 0])) {
    const frame = await draw(ffmpeg, source, { from: at, filters, signal });
    if (frame) return frame;
  }
  throw damagedVideo();
}

/** Moments from all over a video, from its beginning to its end, in lines of three. A JPEG. */
export async function stripOf(ffmpeg: Ffmpeg, source: SourceVideo): Promise<Uint8Array> {
  // A little more often: older versions draw nothing if one is missing.
  const each = `fps=${(STRIP.across * STRIP.down + 0.5) / source.clip.seconds}`;
  const filters = [each, ...filtersOf(ffmpeg, source, STRIP.side), `tile=${STRIP.across}x${STRIP.down}`].join();
  const strip = await draw(ffmpeg, source, { from: 0, filters });
  if (!strip) throw damagedVideo();
  return strip;
}

const filtersOf = (ffmpeg: Ffmpeg, { clip }: SourceVideo, side: number) => [
  `scale=${fitted(clip, side).join(":")}`,
  "setsar=1",
  ...toned(clip, ffmpeg),
  "format=yuvj420p",
];

interface Drawing {
  /** Seconds from the beginning. */
  from: number;
  filters: string;
  signal?: AbortSignal | undefined;
}

/** Undefined if there is nothing to be seen from there on. */
async function draw(
  ffmpeg: Ffmpeg,
  { folder, path, format }: SourceVideo,
  { from, filters, signal }: Drawing,
): Promise<Uint8Array | undefined> {
  const file = join(folder, "frame.jpg");
  const args = [
    ...flags(`-v error -ss ${from}`),
    ...safely(format, path),
    ...flags(`-map 0:v:0 -frames:v 1 -vf ${filters} -q:v 2 -map_metadata -1 -f image2 -update 1`),
    file,
  ];
  const { tookTooLong } = await runFfmpeg(ffmpeg, args, {
    folder,
    deadlineMs: FRAME_MS,
    maxBytes: MAX_FRAME_BYTES,
    signal,
  });
  if (tookTooLong) throw slowVideo();
  const frame = Bun.file(file);
  if (!(await frame.exists())) return undefined;
  const bytes = await frame.bytes();
  await frame.delete();
  return bytes;
}
