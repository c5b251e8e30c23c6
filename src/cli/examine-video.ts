import type { Config } from "../config.ts";
import { findFfmpeg } from "../video/ffmpeg.ts";
import { good, warning, type Check } from "./finding.ts";

/** The program that encodes videos. Everything else works without it. */
export async function examineVideo({ video, given }: Pick<Config, "video" | "given">): Promise<Check[]> {
  const found = await findFfmpeg(video.ffmpeg);
  if (typeof found !== "string") {
    const { version, path, canToneMap } = found;
    return [
      good(`People can post videos: ffmpeg ${version} (${path}) encodes them.`),
      ...(canToneMap ? [] : [warning(`${path} has no libzimg: bright videos of newer phones will look washed out.`)]),
    ];
  }
  const isWanted = video.ffmpeg !== undefined && given.includes("GUFFAW_FFMPEG");
  return [isWanted ? warning(found) : good(found)];
}
