import { damagedImage } from "./limits.ts";

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;
/** All we need of an extension is in its first bytes. Longer ones hide whole profiles and films. */
const MAX_EXTENSION = 64;

/**
 * Rewrites a GIF from only its pictures, delays and loop count. Encoding it with sharp instead would choose new
 * colours for each frame, which can cost a second of CPU per frame and changes the picture; this changes no pixel. Its
 * screen gets the decoded size, since it may claim any size around small frames.
 */
export function rebuildGif(bytes: Uint8Array, size: { width: number; height: number }): Uint8Array {
  const input = new Reader(bytes);
  input.take(6);
  const screen = Buffer.from(input.take(7));
  const output = [Buffer.from("GIF89a"), screen, colorTable(input, screen[4]!)];
  screen.writeUInt16LE(size.width, 0);
  screen.writeUInt16LE(size.height, 2);
  screen[4]! &= 0xf7;
  screen[6] = 0;
  const frames: Uint8Array[] = [];
  let control: Uint8Array = new Uint8Array();
  let loop: Uint8Array = new Uint8Array();
  for (let kind = input.next(); kind === IMAGE || kind === EXTENSION; kind = input.next()) {
    if (kind === IMAGE) {
      frames.push(control, ...readFrame(input));
      control = new Uint8Array();
      continue;
    }
    const label = input.byte();
    if (label !== GRAPHIC_CONTROL && label !== APPLICATION) {
      input.skipBlocks();
      continue;
    }
    const data = input.blocks(MAX_EXTENSION);
    if (label === GRAPHIC_CONTROL && data.length === 4) control = graphicControl(data);
    if (label === APPLICATION && loop.length === 0) loop = loopCount(data);
  }
  // Drops anything after the last picture. Some programs also omit the trailer.
  if (frames.length === 0) throw damagedImage();
  return Buffer.concat([...output, loop, ...frames, Uint8Array.of(TRAILER)]);
}

const colorTable = (input: Reader, packed: number) =>
  packed & 0x80 ? input.take(3 << ((packed & 7) + 1)) : new Uint8Array();

/** Disposal, transparency and delay; never the flag that waits for a key press. */
const graphicControl = (data: Uint8Array) =>
  Uint8Array.of(EXTENSION, GRAPHIC_CONTROL, 4, data[0]! & 0x1d, data[1]!, data[2]!, data[3]!, 0);

function loopCount(data: Uint8Array): Uint8Array {
  const name = Buffer.from(data.subarray(0, 11)).toString("latin1");
  if ((name !== "NETSCAPE2.0" && name !== "ANIMEXTS1.0") || data.length < 14 || data[11] !== 1) return new Uint8Array();
  return Buffer.concat([
    Uint8Array.of(EXTENSION, APPLICATION, 11),
    Buffer.from("NETSCAPE2.0\x03\x01"),
    data.subarray(12, 14),
    Uint8Array.of(0),
  ]);
}

function readFrame(input: Reader): Uint8Array[] {
  const place = Buffer.from(input.take(9));
  const colors = colorTable(input, place[8]!);
  const pixels = (place[4]! | (place[5]! << 8)) * (place[6]! | (place[7]! << 8));
  place[8]! &= 0xc7;
  const minimum = input.byte();
  if (minimum < 1 || minimum > 11) throw damagedImage();
  const data = onlyPixels(input.blocks(), minimum, pixels);
  return [Uint8Array.of(IMAGE), place, colors, Uint8Array.of(minimum), inBlocks(data)];
}

/** The codes that draw the picture, then an end code. Bytes hidden after them would otherwise be kept. */
function onlyPixels(data: Uint8Array, minimum: number, pixels: number): Uint8Array {
  const { bits, width } = measureCodes(data, minimum, pixels);
  const kept = new Uint8Array((bits + width + 7) >> 3);
  kept.set(data.subarray(0, (bits + 7) >> 3));
  const last = bits >> 3;
  const end = ((1 << minimum) + 1) << (bits & 7);
  kept[last] = (kept[last]! & ((1 << (bits & 7)) - 1)) | (end & 255);
  if (last + 1 < kept.length) kept[last + 1] = (end >> 8) & 255;
  if (last + 2 < kept.length) kept[last + 2] = end >> 16;
  return kept;
}

/** Follows the LZW codes like a decoder, but counts the pixels instead of drawing them. */
function measureCodes(data: Uint8Array, minimum: number, pixels: number): { bits: number; width: number } {
  const clear = 1 << minimum;
  const lengths = new Uint16Array(4096).fill(1);
  let [bits, width, next, previous, drawn] = [0, minimum + 1, clear + 2, -1, 0];
  while (drawn < pixels && bits + width <= data.length * 8) {
    const at = bits >> 3;
    const word = data[at]! | (data[at + 1]! << 8) | (data[at + 2]! << 16);
    const code = (word >> (bits & 7)) & ((1 << width) - 1);
    if (code === clear + 1) break;
    bits += width;
    if (code === clear) {
      [width, next, previous] = [minimum + 1, clear + 2, -1];
      continue;
    }
    if (code > (previous < 0 ? clear : next)) throw damagedImage();
    if (previous >= 0 && next < 4096) {
      lengths[next++] = lengths[previous]! + 1;
      if (next === 1 << width && width < 12) width++;
    }
    drawn += lengths[code]!;
    previous = code;
  }
  return { bits, width };
}

function inBlocks(data: Uint8Array): Uint8Array {
  const blocks = new Uint8Array(data.length + Math.ceil(data.length / 255) + 1);
  for (let from = 0, to = 0; from < data.length; from += 255, to += 256) {
    const block = data.subarray(from, from + 255);
    blocks[to] = block.length;
    blocks.set(block, to + 1);
  }
  return blocks;
}

/** Reads forward and refuses to read past the end: a truncated GIF is damaged, however much of it would still show. */
class Reader {
  #at = 0;
  constructor(readonly bytes: Uint8Array) {}

  next(): number | undefined {
    return this.bytes[this.#at++];
  }

  byte(): number {
    return this.take(1)[0]!;
  }

  take(count: number): Uint8Array {
    if (this.#at + count > this.bytes.length) throw damagedImage();
    return this.bytes.subarray(this.#at, (this.#at += count));
  }

  /** Contents of the sub-blocks in one piece, up to `max` bytes. */
  blocks(max = Infinity): Uint8Array {
    const start = this.#at;
    const length = Math.min(max, this.skipBlocks());
    const data = new Uint8Array(length);
    for (let from = start, to = 0; to < length; from += 1 + this.bytes[from]!) {
      const end = Math.min(from + 1 + this.bytes[from]!, from + 1 + length - to);
      data.set(this.bytes.subarray(from + 1, end), to);
      to += end - from - 1;
    }
    return data;
  }

  /** Returns how many bytes they contain. */
  skipBlocks(): number {
    let length = 0;
    for (let size = this.byte(); size > 0; size = this.byte()) {
      this.take(size);
      length += size;
    }
    return length;
  }
}
