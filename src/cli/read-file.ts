import { stat } from "node:fs/promises";

import { DomainError } from "../errors.ts";
import { sniffVideo, VIDEO_START } from "../shared/video-format.ts";
import { SpooledVideo } from "../video/spooled-video.ts";
import { MAX_BYTES, requireAllowedSize } from "../images/limits.ts";

const unreadable = (path: string) =>
  new DomainError("invalid", `The file ${path} cannot be read; check its name and permissions.`);

/** Checks the file type first: a device never ends, and a pipe may never begin. */
async function sizeOf(path: string, wanted: string): Promise<number> {
  const found = await stat(path).catch(() => {
    throw unreadable(path);
  });
  if (!found.isFile()) throw new DomainError("invalid", `${path} is not a regular file; give ${wanted}.`);
  return found.size;
}

/** The file may still be growing, so one byte more than allowed is read. */
const readUpTo = (path: string, most: number): Promise<Uint8Array> =>
  Bun.file(path)
    .slice(0, most + 1)
    .bytes()
    .catch(() => {
      throw unreadable(path);
    });

export async function readImage(path: string): Promise<Uint8Array> {
  requireAllowedSize({ length: await sizeOf(path, "an image file") });
  return readUpTo(path, MAX_BYTES);
}

/** A picture, or a video, which stays where it is. */
export async function readUpload(path: string): Promise<Uint8Array | SpooledVideo> {
  await sizeOf(path, "an image or video file");
  return sniffVideo(await readUpTo(path, VIDEO_START)) ? new SpooledVideo(Bun.file(path)) : readImage(path);
}

/** UTF-8. */
export async function readText(path: string, most: number): Promise<string> {
  const size = await sizeOf(path, "a text file");
  const tooLong = new DomainError("invalid", `${path} is longer than ${most.toLocaleString("en")} bytes; shorten it.`);
  if (size > most) throw tooLong;
  const bytes = await readUpTo(path, most);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new DomainError("invalid", `${path} is not UTF-8 text; save it as such.`);
  }
}
