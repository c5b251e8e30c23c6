import { tinyGif } from "../pictures.ts";
import { filled, inFull, join, le16, MB, type HostilePicture } from "./bytes.ts";

const TWO_COLORS = [0, 0, 0, 255, 255, 255];
const screen = (width: number, height: number) => join("GIF89a", le16(width), le16(height), [0x80, 0, 0], TWO_COLORS);
const place = (width: number, height: number, packed = 0) =>
  join([0x2c, 0, 0, 0, 0], le16(width), le16(height), [packed]);
const END = [0x3b];

/** In sub-blocks of 255 bytes. */
function inBlocks(data: Uint8Array): Buffer {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < data.length; at += 255) {
    const block = data.subarray(at, at + 255);
    parts.push(Uint8Array.of(block.length), block);
  }
  return Buffer.concat([...parts, Uint8Array.of(0)]);
}

/** One pixel: clear, colour 0, end. */
const PIXEL = [2, 2, 0x44, 0x01, 0];
const frame = join(place(1, 1), PIXEL);

/** LZW codes of a fixed width, written one after the other. */
class Codes {
  #bits: number[] = [];
  #held = 0;
  #count = 0;
  write(code: number, width: number) {
    this.#held |= code << this.#count;
    for (this.#count += width; this.#count >= 8; this.#count -= 8, this.#held >>>= 8) this.#bits.push(this.#held & 255);
  }
  end(): Uint8Array {
    if (this.#count > 0) this.#bits.push(this.#held & 255);
    return Uint8Array.from(this.#bits);
  }
}

/** A picture in one colour in as few codes as possible: each draws one pixel more than the last. */
function flatLzw(pixels: number): Uint8Array {
  const codes = new Codes();
  let [width, next, drawn, run] = [3, 6, 0, 0];
  codes.write(4, width);
  while (drawn < pixels) {
    const length = Math.min(run + 1, pixels - drawn);
    codes.write(length === 1 ? 0 : length === run + 1 ? next - 1 + (run > 0 ? 0 : 1) : 4 + length, width);
    drawn += length;
    if (run > 0 && next < 4096 && next++ === 1 << width && width < 12) width++;
    if (run === 0) run = 1;
    else if (next < 4096) run++;
  }
  codes.write(5, width);
  return codes.end();
}

export const HOSTILE_GIFS: HostilePicture[] = [
  {
    name: "GIF, comment of one-byte sub-blocks, 20 MB",
    make: () => join(screen(1, 1), [0x21, 0xfe], filled(20 * MB - 100, "\x01\x01"), [0], frame, END),
    expect: 400,
  },
  {
    name: "GIF, comment of one-byte sub-blocks, 2 MB",
    make: () => join(screen(1, 1), [0x21, 0xfe], filled(2 * MB, "\x01\x01"), [0], frame, END),
    expect: 400,
  },
  {
    name: "GIF, picture data of one-byte sub-blocks, 20 MB",
    make: () => join(screen(4000, 4000), place(4000, 4000), [2], filled(20 * MB - 100, "\x01\x44"), [0], END),
    expect: 400,
  },
  {
    name: "GIF, nothing but clear codes",
    make: () => {
      const codes = filled(inFull(19.8, 5) * MB, Uint8Array.of(0x24, 0x49, 0x92));
      return join(screen(1, 1), place(1, 1), [2], inBlocks(codes), END);
    },
    expect: 400,
  },
  {
    name: "GIF, clear codes and then a pixel, 2 MB",
    make: () =>
      join(
        screen(1, 1),
        place(1, 1),
        [2],
        inBlocks(join(filled(2 * MB - ((2 * MB) % 3), Uint8Array.of(0x24, 0x49, 0x92)), [0x44, 0x01])),
        END,
      ),
    expect: [201, 400],
  },
  {
    name: "GIF, a million frames without data",
    make: () => join(screen(1, 1), filled(12 * 1_000_000, join(place(1, 1), [2, 0])), END),
    expect: 400,
  },
  {
    name: "GIF, a million frames of one pixel",
    make: () => join(screen(1, 1), filled(frame.length * 1_000_000, frame), END),
    expect: 400,
  },
  { name: "GIF, 101 frames", make: () => tinyGif({ width: 10, height: 10, frames: 101 }), expect: 400 },
  {
    name: "GIF, 100 frames of 4,000 by 4,000",
    make: () => join(screen(4000, 4000), ...Array.from({ length: 100 }, () => join(place(4000, 4000), PIXEL)), END),
    expect: 400,
  },
  {
    name: "GIF, a screen of 65,535 by 65,535 around one pixel",
    make: () => tinyGif({ width: 65_535, height: 65_535, frames: 2 }),
    expect: 201,
  },
  {
    name: "GIF, 39 megapixels from 30 KB",
    make: () => join(screen(6500, 6000), place(6500, 6000), [2], inBlocks(flatLzw(6500 * 6000)), END),
    expect: [201, 400],
  },
  {
    name: "GIF, an extension of megabytes in whole sub-blocks",
    make: () =>
      join(screen(1, 1), [0x21, 0xff, 11], "XMP DataXMP", inBlocks(filled(inFull(19, 5) * MB, "x")), frame, END),
    expect: 201,
  },
  { name: "GIF, cut short", make: () => tinyGif({ width: 9, height: 9, frames: 3 }).subarray(0, 40), expect: 400 },
  { name: "GIF, no frame", make: () => join(screen(10, 10), END), expect: 400 },
  { name: "GIF, a script in disguise", make: () => join("GIF89a/*", filled(500, " "), "*/=1;alert(1)"), expect: 400 },
  {
    name: "GIF with a ZIP behind it",
    make: () => join(tinyGif({ width: 9, height: 9, frames: 2 }), "PK\x03\x04", filled(MB, "z")),
    expect: 201,
  },
  {
    name: "GIF, codes that are not in the table",
    make: () => join(screen(50, 50), place(50, 50), [2], inBlocks(filled(2000, 0xff)), END),
    expect: 400,
  },
  { name: "GIF, a code size of 0", make: () => join(screen(1, 1), place(1, 1), [0, 1, 0, 0], END), expect: 400 },
  { name: "GIF, a code size of 12", make: () => join(screen(1, 1), place(1, 1), [12, 1, 0, 0], END), expect: 400 },
  {
    name: "GIF, a frame far outside its screen",
    make: () => join(screen(1, 1), [0x2c], le16(65_000), le16(65_000), le16(500), le16(500), [0], PIXEL, END),
    expect: [201, 400],
  },
];
