/**
 * Files of a meme for programs that search for GIFs, under the names that those programs use. To add one: its name here,
 * its ending in `core/memes/formats.ts`, and whatever makes it stores the file first and then calls `keepFormats`.
 * Deletion, backup, move and the images' addresses go by these two lists.
 */
export const FORMATS = [
  "gif",
  "mediumgif",
  "tinygif",
  "nanogif",
  "webp",
  "tinywebp",
  "preview",
  "tinygifpreview",
  "mp4",
  "tinymp4",
  "nanomp4",
  "webm",
  "tinywebm",
  "nanowebm",
] as const;
export type FormatName = (typeof FORMATS)[number];

/** One of them. */
export interface Format {
  name: FormatName;
  /** Storage key of its file, which may be that of a rendition. It begins with the key of the meme's picture. */
  key: string;
  width: number;
  height: number;
  /** In milliseconds; 0 if it does not move. */
  duration: number;
  bytes: number;
}
