export type VideoFormat = "mp4" | "webm";

/** Enough of a file to tell. */
export const VIDEO_START = 64;

/**
 * The real format, whatever the name says; MOV counts as MP4, and Matroska as WebM, which is a part of it. Undefined for everything else, also for playlists, which
 * could make a decoder open other files.
 */
export function sniffVideo(bytes: Uint8Array): VideoFormat | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, VIDEO_START));
  if (start.startsWith("\x1a\x45\xdf\xa3"))
    return start.includes("webm") || start.includes("matroska") ? "webm" : undefined;
  const [, brand] = /^....ftyp(....)/s.exec(start) ?? [];
  if (brand) return /^(avi[fs]|hei[cxms]|hev[cxms]|mif1|msf1|crx )$/.test(brand) ? undefined : "mp4";
  // Older cameras leave out the type.
  return /^....(moov|mdat|wide|free|skip)/s.test(start) ? "mp4" : undefined;
}
