import { DomainError } from "../errors.ts";
import { message } from "../words/messages.ts";
import type { ImageFormat } from "../shared/image-format.ts";
import { webpChunks } from "./sniff.ts";

/** A GIF of 20 MB has 80,000 sub-blocks of 255 bytes. */
const MAX_GIF_BLOCKS = 100_000;
/** One per frame, and a few around them. */
const MAX_WEBP_CHUNKS = 1000;
/** A PNG of 20 MB has 2,560 chunks of 8 KB, and five times as many from programs that write small ones. */
const MAX_PNG_CHUNKS = 20_000;
const MAX_JPEG_SEGMENTS = 1000;
/** A progressive JPEG has about ten, and each costs a pass over the whole picture. */
const MAX_JPEG_SCANS = 100;

/** An AVIF has three, and few around them. */
const MAX_BOXES = 100;

const tooManyPieces = () => new DomainError("invalid", message("error.image-pieces"));

/**
 * Libraries keep every piece of a file, or pass over the picture for each, so we count them first, without keeping
 * any.
 */
export function requireFewPieces(bytes: Uint8Array, format: ImageFormat): void {
  if (format === "gif") requireFewGifBlocks(bytes);
  if (format === "webp") requireFewWebpChunks(bytes);
  if (format === "png") requireFewPngChunks(bytes);
  if (format === "jpeg") requireFewJpegSegments(bytes);
  if (format === "avif") requireFewBoxes(bytes);
}

/** The rest of an AVIF that does not follow the rules is left to the decoder, which limits what is inside a box. */
function requireFewBoxes(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0, count = 0; at + 8 <= bytes.length; at += view.getUint32(at)) {
    if (++count > MAX_BOXES) throw tooManyPieces();
    // The last one, or one that would be larger than any file we take.
    if (view.getUint32(at) < 8) return;
  }
}

function requireFewWebpChunks(bytes: Uint8Array) {
  let count = 0;
  for (const { isFrame, at, size } of webpChunks(bytes)) {
    if (++count > MAX_WEBP_CHUNKS) throw tooManyPieces();
    if (!isFrame) continue;
    for (const _ of webpChunks(bytes, at + 16, at + size)) if (++count > MAX_WEBP_CHUNKS) throw tooManyPieces();
  }
}

const IEND = Buffer.from("IEND").readUInt32BE();

function requireFewPngChunks(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8, count = 0; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    // Nothing reads what follows.
    if (view.getUint32(at + 4) === IEND) return;
    if (++count > MAX_PNG_CHUNKS) throw tooManyPieces();
  }
}

function requireFewJpegSegments(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [segments, scans] = [0, 0];
  for (let at = bytes.indexOf(0xff, 2); at >= 0 && at + 4 <= bytes.length; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === 0xd9) return;
    at += 2;
    // Escaped bytes, and markers without a segment.
    if (marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd8)) continue;
    if (marker === 0xda) scans++;
    if (++segments > MAX_JPEG_SEGMENTS || scans > MAX_JPEG_SCANS) throw tooManyPieces();
    at += view.getUint16(at);
  }
}

/** If the blocks of a GIF do not follow each other properly, the rest is left to the decoder. */
function requireFewGifBlocks(bytes: Uint8Array) {
  const tableOf = (packed: number) => (packed & 0x80 ? 3 << ((packed & 7) + 1) : 0);
  let count = 0;
  for (let at = 13 + tableOf(bytes[10] ?? 0); at < bytes.length; at++) {
    // A frame may be empty.
    if (++count > MAX_GIF_BLOCKS) throw tooManyPieces();
    const kind = bytes[at];
    if (kind === 0x2c) at += 10 + tableOf(bytes[at + 9] ?? 0) + 1;
    else if (kind === 0x21) at += 2;
    else return;
    for (; bytes[at]; at += 1 + bytes[at]!) if (++count > MAX_GIF_BLOCKS) throw tooManyPieces();
  }
}
