import { deflateSync } from "node:zlib";

import { pngChunk, pngThatClaims, solid, withPngChunk } from "../pictures.ts";
import { be32, filled, inFull, join, MB, type HostilePicture } from "./bytes.ts";

const SIGNATURE = "\x89PNG\r\n\x1a\n";
const END = pngChunk("IEND", new Uint8Array());

interface Header {
  width: number;
  height: number;
  depth?: number;
  color?: number;
  interlaced?: boolean;
}

const header = ({ width, height, depth = 8, color = 2, interlaced = false }: Header) =>
  pngChunk("IHDR", join(be32(width), be32(height), [depth, color, 0, 0, interlaced ? 1 : 0]));

const png = (head: Header, ...chunks: Uint8Array[]) => join(SIGNATURE, header(head), ...chunks, END);
/** A megabyte of nothing compresses to a kilobyte. */
const nothing = (bytes: number) => deflateSync(Buffer.alloc(bytes));
const small = () => solid(8, 8, "#123456").png().toBuffer();

export const HOSTILE_PNGS: HostilePicture[] = [
  { name: "PNG, claims 900 megapixels", make: () => pngThatClaims(30_000, 30_000), expect: 400 },
  { name: "PNG, claims 4 billion by 4 billion", make: () => pngThatClaims(0x7fffffff, 0x7fffffff), expect: 400 },
  { name: "PNG, no width", make: () => pngThatClaims(0, 10), expect: 400 },
  { name: "PNG, a pixel wide and a million long", make: () => pngThatClaims(1, 1_000_000), expect: 400 },
  {
    name: "PNG, a pixel wide and 65,535 long",
    make: () => png({ width: 1, height: 65_535 }, pngChunk("IDAT", nothing(65_535 * 4))),
    expect: 201,
  },
  {
    name: "PNG, many megapixels in one colour",
    make: () => {
      const height = inFull(6000, 1000);
      return png({ width: 6500, height }, pngChunk("IDAT", nothing((6500 * 3 + 1) * height)));
    },
    expect: 201,
  },
  {
    name: "PNG, 196 megapixels in one colour",
    make: () => png({ width: 14_000, height: 14_000, color: 0 }, pngChunk("IDAT", nothing(14_001 * 14_000))),
    expect: 400,
  },
  {
    name: "PNG, interlaced, 16 bits",
    make: () => {
      const [width, height] = [5000, inFull(4000, 400)];
      const rows = nothing(width * height * 8 + MB);
      return png({ width, height, depth: 16, color: 6, interlaced: true }, pngChunk("IDAT", rows));
    },
    expect: [201, 400],
  },
  {
    name: "PNG, 200 MB behind its last row",
    make: () => png({ width: 8, height: 8 }, pngChunk("IDAT", join(nothing(200), nothing(200 * MB)))),
    expect: [201, 400],
  },
  {
    name: "PNG, 1.7 million empty chunks",
    make: async () =>
      join((await small()).subarray(0, 33), filled(20 * MB - 500, pngChunk("juNk", Buffer.alloc(0))), END),
    expect: 400,
  },
  {
    name: "PNG, 1.5 million pieces of picture",
    make: () =>
      join(SIGNATURE, header({ width: 8, height: 8 }), filled(20 * MB - 500, pngChunk("IDAT", Buffer.alloc(1))), END),
    expect: 400,
  },
  {
    name: "PNG, 19,000 texts",
    make: async () =>
      join(
        (await small()).subarray(0, 33),
        filled(19_000 * 16, pngChunk("tEXt", Buffer.from("a\0bc"))),
        (await small()).subarray(33),
      ),
    expect: [201, 400],
  },
  {
    name: "PNG, a packed text of 100 MB",
    make: async () => withPngChunk(await small(), "zTXt", join("a\0\0", nothing(100 * MB))),
    expect: [201, 400],
  },
  {
    name: "PNG, a packed colour profile of 100 MB",
    make: async () => withPngChunk(await small(), "iCCP", join("a\0\0", nothing(100 * MB))),
    expect: [201, 400],
  },
  {
    name: "PNG, an animation that claims a million frames",
    make: async () => withPngChunk(await small(), "acTL", join(be32(1_000_000), be32(0))),
    expect: 201,
  },
  {
    name: "PNG, megabytes of EXIF",
    make: async () => withPngChunk(await small(), "eXIf", filled(inFull(19, 5) * MB, "II*\0\x08\0\0\0\xff")),
    expect: [201, 400],
  },
  {
    name: "PNG, cut short",
    make: async () => (await solid(900, 900, "#abcdef").png().toBuffer()).subarray(0, 400),
    expect: 400,
  },
  {
    name: "PNG, a wrong checksum",
    make: async () => {
      const bytes = await small();
      bytes[bytes.length - 20]! ^= 1;
      return bytes;
    },
    expect: 400,
  },
  {
    name: "PNG, colours without a table",
    make: () => png({ width: 8, height: 8, color: 3 }, pngChunk("IDAT", nothing(72))),
    expect: 400,
  },
  {
    name: "PNG with a page behind it",
    make: async () => join(await small(), "<html><script>alert(1)</script>", filled(MB, " ")),
    expect: 201,
  },
  { name: "PNG, a page behind its signature", make: () => join(SIGNATURE, "<svg onload=alert(1)>"), expect: 400 },
];
