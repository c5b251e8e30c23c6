import { noise, raw, solid } from "../pictures.ts";
import { be16, filled, join, MB, type HostilePicture } from "./bytes.ts";

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

/** Progressive, with its last scan repeated: each is a pass over the whole picture. */
async function manyScans(width: number, height: number, scans: number): Promise<Uint8Array> {
  const bytes = await solid(width, height, "#123456").jpeg({ progressive: true }).toBuffer();
  const last = bytes.lastIndexOf(Uint8Array.of(0xff, 0xda));
  const scan = bytes.subarray(last, bytes.length - 2);
  return join(bytes.subarray(0, last), filled(scan.length * scans, scan), [0xff, 0xd9]);
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
  { name: "JPEG, 90 scans over 39 megapixels", make: () => manyScans(6500, 6000, 85), expect: [201, 400] },
  { name: "JPEG, claims 65,500 by 65,500", make: () => thatClaims(65_500, 65_500), expect: 400 },
  { name: "JPEG, claims 6,500 by 6,000", make: () => thatClaims(6500, 6000), expect: 400 },
  { name: "JPEG, no height", make: () => thatClaims(16, 0), expect: 400 },
  {
    name: "JPEG, 255 pieces of a colour profile",
    make: () =>
      withSegments(
        ...Array.from({ length: 255 }, (_, i) =>
          segment(0xe2, join("ICC_PROFILE\0", [i + 1, 255], filled(65_000, "junk"))),
        ),
      ),
    expect: [201, 400],
  },
  {
    name: "JPEG, EXIF that points at itself",
    make: () =>
      withSegments(
        segment(0xe1, join("Exif\0\0II*\0\x08\0\0\0\xff\xff", filled(60_000, "\x69\x87\x04\0\x01\0\0\0\x08\0\0\0"))),
      ),
    expect: [201, 400],
  },
  {
    name: "JPEG, 300 pieces of XMP",
    make: () =>
      withSegments(...Array(300).fill(segment(0xe1, join("http://ns.adobe.com/xap/1.0/\0", filled(60_000, "<x>"))))),
    expect: [201, 400],
  },
  { name: "JPEG, nothing but 0xff, 20 MB", make: () => join([0xff, 0xd8], filled(20 * MB - 10, 0xff)), expect: 400 },
  {
    name: "JPEG, 10 MB of 0xff between its parts",
    make: () => withSegments(filled(10 * MB, 0xff)),
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
    name: "JPEG, 19 MB of restart marks",
    make: async () => {
      const bytes = await small();
      return join(bytes.subarray(0, bytes.length - 2), filled(19 * MB, "\xff\xd0"), [0xff, 0xd9]);
    },
    expect: [201, 400],
  },
  {
    name: "JPEG with a ZIP behind it",
    make: async () => join(await small(), "PK\x03\x04", filled(MB, "z")),
    expect: 201,
  },
];
