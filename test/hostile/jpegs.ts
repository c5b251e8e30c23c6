import { noise, raw, solid } from "../pictures.ts";
import { be16, filled, inFull, join, MB, type HostilePicture } from "./bytes.ts";

const small = () => solid(16, 16, "#123456").jpeg().toBuffer();
const segment = (marker: number, data: Uint8Array) => join([0xff, marker], be16(data.length + 2), data);

/** Inserts segments right after the beginning. */
const withSegments = async (...parts: Uint8Array[]) => {
  const bytes = await small();
  return join(bytes.subarray(0, 2), ...parts, bytes.subarray(2));
};

/** With a different size written over its own. */
async function thatClaims(width: number, height: number): Promise<Uint8Array> {
  const bytes = await small();
  const at = bytes.indexOf(Uint8Array.of(0xff, 0xc0));
  bytes.writeUInt16BE(height, at + 5);
  bytes.writeUInt16BE(width, at + 7);
  return bytes;
}

/** One code of one bit, 0. */
const codeTable = (id: number, symbol: number) => segment(0xc4, join([id, 1], filled(15, 0), [symbol]));

/**
 * Progressive and grey, with its last scan repeated: each is a pass over the whole picture. All bits are 0: in the first
 * scan "as the block before", in the others "nothing in the next 16,384 blocks".
 */
function manyScans(width: number, height: number, scans: number): Uint8Array {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const first = join(segment(0xda, Buffer.from([1, 1, 0, 0, 0, 0])), filled(Math.ceil(blocks / 8), 0));
  const runs = Math.ceil(blocks / 16_384);
  const scan = join(segment(0xda, Buffer.from([1, 1, 0, 1, 63, 0])), filled(Math.ceil((runs * 15) / 8), 0));
  return join(
    [0xff, 0xd8],
    segment(0xdb, join([0], filled(64, 1))),
    segment(0xc2, join([8], be16(height), be16(width), [1, 1, 0x11, 0])),
    codeTable(0x00, 0),
    codeTable(0x10, 0xe0),
    first,
    filled(scan.length * (scans - 1), scan),
    [0xff, 0xd9],
  );
}

export const HOSTILE_JPEGS: HostilePicture[] = [
  {
    name: "JPEG, 65,000 comments",
    make: () => withSegments(filled(65_000 * 6, segment(0xfe, Buffer.from("ab")))),
    expect: 400,
  },
  {
    name: "JPEG, 20 MB of empty comments",
    make: () => withSegments(filled(19 * MB, segment(0xfe, Buffer.alloc(0)))),
    expect: 400,
  },
  { name: "JPEG, 5,000 scans", make: () => manyScans(1000, 1000, 5000), expect: 400 },
  {
    name: "JPEG, 90 scans over many megapixels",
    make: () => manyScans(6500, inFull(6000, 1000), 90),
    expect: [201, 400],
  },
  {
    name: "JPEG, a scan that comes twice",
    make: async () => {
      const bytes = await solid(16, 16, "#123456").jpeg({ progressive: true }).toBuffer();
      const scan = bytes.subarray(bytes.lastIndexOf(Uint8Array.of(0xff, 0xda)), bytes.length - 2);
      return join(bytes.subarray(0, bytes.length - 2), scan, [0xff, 0xd9]);
    },
    expect: 400,
  },
  { name: "JPEG, claims 65,500 by 65,500", make: () => thatClaims(65_500, 65_500), expect: 400 },
  { name: "JPEG, claims 6,500 by 6,000", make: () => thatClaims(6500, 6000), expect: 400 },
  { name: "JPEG, no height", make: () => thatClaims(16, 0), expect: 400 },
  {
    name: "JPEG, 255 pieces of a colour profile",
    make: () =>
      withSegments(
        ...Array.from({ length: 255 }, (_, i) =>
          segment(0xe2, join("ICC_PROFILE\0", [i + 1, 255], filled(inFull(65_000, 20_000), "junk"))),
        ),
      ),
    expect: [201, 400],
  },
  {
    name: "JPEG, EXIF that points at itself",
    // In full, it takes more CPU time than a worker may.
    make: () => {
      const pointers = filled(inFull(60_000, 12_000), "\x69\x87\x04\0\x01\0\0\0\x08\0\0\0");
      return withSegments(segment(0xe1, join("Exif\0\0II*\0\x08\0\0\0\xff\xff", pointers)));
    },
    expect: [201, 400],
  },
  {
    name: "JPEG, XMP in hundreds of pieces",
    make: () =>
      withSegments(
        ...Array(inFull(300, 100)).fill(segment(0xe1, join("http://ns.adobe.com/xap/1.0/\0", filled(60_000, "<x>")))),
      ),
    expect: [201, 400],
  },
  {
    name: "JPEG, nothing but 0xff",
    make: () => join([0xff, 0xd8], filled(inFull(20, 5) * MB - 10, 0xff)),
    expect: 400,
  },
  {
    name: "JPEG, megabytes of 0xff between its parts",
    make: () => withSegments(filled(inFull(10, 3) * MB, 0xff)),
    expect: [201, 400],
  },
  {
    name: "JPEG, cut short",
    make: async () =>
      (
        await raw(noise(200 * 200 * 3), 200, 200)
          .jpeg()
          .toBuffer()
      ).subarray(0, 9000),
    expect: 400,
  },
  {
    name: "JPEG, coded arithmetically",
    make: async () => {
      const bytes = await small();
      bytes[bytes.indexOf(Uint8Array.of(0xff, 0xc0)) + 1] = 0xc9;
      return bytes;
    },
    expect: [201, 400],
  },
  {
    name: "JPEG, megabytes of restart marks",
    make: async () => {
      const bytes = await small();
      return join(bytes.subarray(0, bytes.length - 2), filled(inFull(19, 5) * MB, "\xff\xd0"), [0xff, 0xd9]);
    },
    expect: [201, 400],
  },
  {
    name: "JPEG with a ZIP behind it",
    make: async () => join(await small(), "PK\x03\x04", filled(MB, "z")),
    expect: 201,
  },
];
