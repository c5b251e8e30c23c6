import { isHeic, sniffImage } from "../shared/image-format.ts";
import { sniffVideo, VIDEO_START } from "../shared/video-format.ts";
import { decimal, number, say } from "./words.ts";

const MEGABYTE = 1024 * 1024;

/** Rounded up, so that a file over the limit never looks as if it fits. */
export const megabytes = (bytes: number) =>
  bytes < MEGABYTE / 10
    ? `${number(Math.ceil(bytes / 1000))} kB`
    : `${decimal(Math.ceil((bytes / MEGABYTE) * 10) / 10)} MB`;

/** Its real format, whatever its name says. Null for a file that we cannot read. */
export const formatOf = async (file: File) => sniffImage(await startOf(file));

/** Goes to the form for posting, which may still refuse it, and says why. Browsers know no type of some photographs. */
export async function isPicture(file: File): Promise<boolean> {
  const start = await startOf(file);
  const looksLikeOne = file.type.startsWith("image/") || /\.hei[cf]$/i.test(file.name);
  return looksLikeOne || sniffImage(start) !== null || isHeic(start);
}

/** Goes there too, where the site may not take videos. */
export const isVideo = async (file: File) => sniffVideo(await startOf(file, VIDEO_START)) !== undefined;

/** Why this file would be refused as a picture, as far as can be told without sending it. */
export async function clashOf(
  file: File,
  maxBytes: number,
  wanted: "no-picture" | "no-upload" = "no-picture",
): Promise<string | undefined> {
  const start = await startOf(file);
  const name = shorten(file.name);
  // Before its size: a smaller one would not help.
  if (file.size > 0 && !sniffImage(start)) return say(isHeic(start) ? "browser.heic" : `browser.${wanted}`, { name });
  return sizeClashOf(file, maxBytes);
}

export function sizeClashOf({ size }: File, maxBytes: number): string | undefined {
  if (size === 0) return say("browser.empty-file");
  if (size > maxBytes)
    return say("browser.large-file", { size: megabytes(size), most: Math.floor(maxBytes / MEGABYTE) });
  return undefined;
}

/** A file that has been moved or deleted meanwhile has none. */
const startOf = async (file: File, length = 16) =>
  new Uint8Array(
    await file
      .slice(0, length)
      .arrayBuffer()
      .catch(() => new ArrayBuffer()),
  );

const shorten = (name: string) => (name.length > 40 ? `${name.slice(0, 40)}…` : name);
