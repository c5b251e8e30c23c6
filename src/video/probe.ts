import type { VideoFormat } from "../shared/video-format.ts";
import type { Clip } from "./clip.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { soundOnly } from "./limits.ts";
import { runFfmpeg, safely, type Run } from "./run-ffmpeg.ts";

const PROBE_MS = 20_000;

/**
 * Undefined if it is no video; refuses one without a picture. A hostile file can lie about all of this, even by names in its metadata: what it
 * gains is the limits of a run, and what was made of it is probed again.
 */
export async function probe(
  ffmpeg: Ffmpeg,
  format: VideoFormat,
  path: string,
  { folder, signal }: Pick<Run, "folder" | "signal">,
): Promise<Clip | undefined> {
  // Without an output, it fails once it has told what it has found.
  const { said } = await runFfmpeg(ffmpeg, safely(format, path), { folder, signal, deadlineMs: PROBE_MS, maxBytes: 0 });
  const clip = readClip(said);
  if (!clip && hasOnlySound(said)) throw soundOnly();
  return clip;
}

const streamsIn = (said: string) => said.match(/^ +Stream #0:\d.*$/gm) ?? [];
/** The cover of a song. Older versions do not call it one, but know no rate of it. */
const isCover = (stream: string) =>
  stream.includes("(attached pic)") || /: Video: (png|mjpeg|bmp)\b(?!.* fps, ).*, 90k tbr/.test(stream);
const isPicture = (stream: string) => stream.includes(": Video: ") && !isCover(stream);
const isSound = (stream: string) => stream.includes(": Audio: ");

function hasOnlySound(said: string): boolean {
  const streams = streamsIn(said);
  return streams.some(isSound) && !streams.some(isPicture);
}

export function readClip(said: string): Clip | undefined {
  const [, hours, minutes, seconds] = /^ {2}Duration: (\d+):(\d\d):(\d\d\.\d+)/m.exec(said) ?? [];
  const streams = streamsIn(said);
  const picture = streams.find(isPicture);
  const [, width, height] = /, (\d{1,5})x(\d{1,5})[, [\n]/.exec(`${picture}\n`) ?? [];
  if (!seconds || !picture || !width || !height) return undefined;
  const [, fps] = /, ([\d.]+k?) fps/.exec(picture) ?? /, ([\d.]+k?) tbr/.exec(picture) ?? [];
  const [, turn] = /rotation of (-?[\d.]+) degrees/.exec(said) ?? [];
  const isTurned = Math.abs(Math.round(Number(turn ?? 0) / 90)) % 2 === 1;
  return {
    seconds: (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds),
    width: Number(isTurned ? height : width),
    height: Number(isTurned ? width : height),
    fps: fps?.endsWith("k") ? parseFloat(fps) * 1000 : Number(fps ?? 0),
    hasSound: streams.some(isSound),
    brightness: picture.includes("arib-std-b67") ? "hlg" : picture.includes("smpte2084") ? "pq" : "standard",
  };
}
