import { join } from "node:path";

import type { VideoFormat } from "../shared/video-format.ts";
import type { Clip } from "./clip.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { damagedVideo, slowVideo, type VideoRules } from "./limits.ts";
import { probe } from "./probe.ts";
import { flags, runFfmpeg, safely, type Run } from "./run-ffmpeg.ts";

/** What is made of a video, with the longest side of each. */
export const SIDES = { mp4: 1280, tinymp4: 320, nanomp4: 150, webm: 1280 } as const;
export type MadeVideo = keyof typeof SIDES;

export interface Encoded {
  format: MadeVideo;
  file: string;
  bytes: number;
  width: number;
  height: number;
  seconds: number;
  hasSound: boolean;
}

/** A video in a folder of its own. */
export interface SourceVideo {
  folder: string;
  path: string;
  /** Forced, never guessed. */
  format: VideoFormat | "gif";
  clip: Clip;
}

/** Ten times as long as it plays would be a slow machine at work. */
const deadlineOf = ({ seconds }: Clip) => 60_000 + seconds * 10_000;

/** All renditions in one run, so that it is decoded once. */
export async function encodeVideo(
  ffmpeg: Ffmpeg,
  source: SourceVideo,
  rules: VideoRules,
  { signal, onProgress }: Pick<Run, "signal" | "onProgress">,
): Promise<Encoded[]> {
  const { folder, path, format, clip } = source;
  const wanted: MadeVideo[] = ["mp4", "tinymp4", "nanomp4", ...(rules.webm ? (["webm"] as const) : [])];
  const sound = rules.sound && clip.hasSound;
  const args = [
    ...flags(`-v error -progress pipe:1 -t ${rules.maxSeconds + 1}`),
    ...safely(format, path),
    "-filter_complex",
    graphOf(clip, wanted, ffmpeg),
    ...wanted.flatMap((one) => [...outputOf(one, sound), join(folder, fileOf(one))]),
  ];
  const limits = { folder, deadlineMs: deadlineOf(clip), maxBytes: rules.maxBytes, signal };
  const { ok, tookTooLong } = await runFfmpeg(ffmpeg, args, { ...limits, onProgress: onProgress ?? (() => {}) });
  if (tookTooLong) throw slowVideo();
  if (!ok) throw damagedVideo();
  return Promise.all(wanted.map((one) => examine(ffmpeg, source, one, signal)));
}

const fileOf = (one: MadeVideo) => (one === "webm" ? "made.webm" : `made-${one}.mp4`);

/** Looks at what was made, not at what the program says about it. */
async function examine(ffmpeg: Ffmpeg, source: SourceVideo, one: MadeVideo, signal: AbortSignal | undefined) {
  const { folder, clip } = source;
  const file = join(folder, fileOf(one));
  const made = await probe(ffmpeg, one === "webm" ? "webm" : "mp4", file, { folder, signal });
  // A damaged one ends in the middle, without a word.
  if (!made || made.seconds < clip.seconds * 0.9 - 0.5) throw damagedVideo();
  const { seconds, width, height, hasSound } = made;
  return { format: one, file, bytes: Bun.file(file).size, width, height, seconds, hasSound };
}

function graphOf(clip: Clip, wanted: readonly MadeVideo[], ffmpeg: Ffmpeg): string {
  const [width, height] = fitted(clip, SIDES.mp4);
  const fps = clip.fps > 0 ? clip.fps : 30;
  const first = [`fps=${fps}`, `scale=${width}:${height}`, "setsar=1", ...toned(clip, ffmpeg), "format=yuv420p"];
  const outs = wanted.map((one) => `[${one}_]`).join("");
  const sizes = wanted.map((one) => `[${one}_]scale=${fitted(clip, SIDES[one]).join(":")},setsar=1[${one}]`);
  return [`[0:v:0]${first.join(",")},split=${wanted.length}${outs}`, ...sizes].join(";");
}

/** Even sides, as H.264 needs them; never larger than it was. */
export function fitted({ width, height }: Pick<Clip, "width" | "height">, side: number): [number, number] {
  const factor = Math.min(1, side / Math.max(width, height));
  const even = (length: number) => Math.max(2, 2 * Math.round((length * factor) / 2));
  return [even(width), even(height)];
}

const TRANSFERS = { hlg: "arib-std-b67", pq: "smpte2084" };

/** From brighter than a screen can show to what it can. Otherwise such a video looks washed out. */
export function toned({ brightness }: Clip, { canToneMap }: Ffmpeg): string[] {
  if (brightness === "standard" || !canToneMap) return [];
  return [
    `zscale=tin=${TRANSFERS[brightness]}:min=bt2020nc:pin=bt2020:rin=tv:t=linear:npl=100`,
    "format=gbrpf32le",
    "zscale=p=bt709",
    "tonemap=hable:desat=0",
    "zscale=t=bt709:m=bt709:r=tv",
  ];
}

/** Metadata, such as the place and the camera, chapters, subtitles and data stay behind. */
const STRIPPED = flags("-map_metadata -1 -map_chapters -1 -sn -dn -threads 2");
/** As every browser and phone plays it. The rate is bounded: a minute of noise would otherwise fill the disk. */
const H264 = flags(
  "-c:v libx264 -preset veryfast -crf 23 -maxrate 4M -bufsize 8M -profile:v high -level 4.1 -pix_fmt yuv420p -movflags +faststart",
);
const VP9 = flags("-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -crf 33 -b:v 2M");

function outputOf(one: MadeVideo, sound: boolean): string[] {
  const hasSound = sound && (one === "mp4" || one === "webm");
  const audio = hasSound ? flags(`-map 0:a:0 -c:a ${one === "webm" ? "libopus" : "aac"} -b:a 96k -ac 2`) : ["-an"];
  return ["-map", `[${one}]`, ...(one === "webm" ? VP9 : H264), ...audio, ...STRIPPED];
}
