import type { VideoFormat } from "../shared/video-format.ts";
import { damagedVideo } from "./limits.ts";

/** A file has a handful of boxes at its top level; fragmented ones have two for every few seconds. */
const MAX_BOXES = 5000;
const SEGMENT = 0x18538067;

/** Refuses what has been cut off: a decoder would take the first half for all of it. */
export async function requireWhole(file: Blob, format: VideoFormat): Promise<void> {
  const isWhole = format === "mp4" ? await hasAllBoxes(file) : await hasWholeSegment(file);
  if (!isWhole) throw damagedVideo();
}

async function hasAllBoxes(file: Blob): Promise<boolean> {
  let hasIndex = false;
  let at = 0;
  for (let boxes = 0; at < file.size; boxes++) {
    const head = new DataView(await file.slice(at, at + 16).arrayBuffer());
    if (boxes === MAX_BOXES || head.byteLength < 8) return false;
    hasIndex ||= head.getUint32(4) === MOOV;
    const short = head.getUint32(0);
    if (short === 1 && head.byteLength < 16) return false;
    // 0 means up to the end of the file.
    const size = short === 0 ? file.size - at : short === 1 ? Number(head.getBigUint64(8)) : short;
    if (size < 8) return false;
    at += size;
  }
  return hasIndex && at === file.size;
}

const MOOV = Buffer.from("moov").readUInt32BE();

async function hasWholeSegment(file: Blob): Promise<boolean> {
  const bytes = await file.slice(0, 4096).bytes();
  const header = readSize(bytes, 4);
  if (!header) return false;
  const at = header.end + header.size;
  if (at + 4 > bytes.length || new DataView(bytes.buffer).getUint32(at) !== SEGMENT) return false;
  const segment = readSize(bytes, at + 4);
  return segment !== undefined && (segment.isUnknown || segment.end + segment.size <= file.size);
}

/** A number of one to eight bytes; the first says how many. All ones mean that whoever wrote it did not know. */
function readSize(bytes: Uint8Array, at: number) {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > 8 || at + length > bytes.length) return undefined;
  let size = first & (0xff >> length);
  let isUnknown = size === 0xff >> length;
  for (let i = 1; i < length; i++) {
    const byte = bytes[at + i]!;
    isUnknown &&= byte === 0xff;
    size = size * 256 + byte;
  }
  return { size, isUnknown, end: at + length };
}
