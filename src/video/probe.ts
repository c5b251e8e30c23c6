import type { VideoFormat } from "../shared/video-format.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { runFfmpeg, safely, type Run } from "./run-ffmpeg.ts";

/** What a video says about itself. */
export interface Clip {
  seconds: number;
  /** Upright: as it is shown. */
  width: number;
  height: number;
  fps: number;
  hasSound: boolean;
  /** Brighter than ordinary screens can show, in one of two ways. */
  brightness: "standard" | "hlg" | "pq";
}

const PROBE_MS = 20_000;

/**
 * Undefined if it is no video. A hostile file can lie about all of this, even by names in its metadata: what it
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
  return readClip(said);
}

export function readClip(said: string): Clip | undefined {
  const [, hours, minutes, seconds] = /^ {2}Duration: (\d+):(\d\d):(\d\d\.\d+)/m.exec(said) ?? [];
  const streams = said.match(/^ +Stream #0:\d.*$/gm) ?? [];
  const picture = streams.find((line) => line.includes(": Video: ") && !line.includes("(attached pic)"));
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
    hasSound: streams.some((line) => line.includes(": Audio: ")),
    brightness: picture.includes("arib-std-b67") ? "hlg" : picture.includes("smpte2084") ? "pq" : "standard",
  };
}
