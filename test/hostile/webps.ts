import { moving, solid } from "../pictures.ts";
import { filled, join, le24, le32, MB, type HostilePicture } from "./bytes.ts";

const chunk = (name: string, data: Uint8Array) => join(name, le32(data.length), data, data.length % 2 === 1 ? [0] : []);
const riff = (...chunks: Uint8Array[]) => {
  const body = join("WEBP", ...chunks);
  return join("RIFF", le32(body.length), body);
};
const ANIMATED = 2;
const extended = (width: number, height: number, flags = 0) =>
  chunk("VP8X", join([flags, 0, 0, 0], le24(width - 1), le24(height - 1)));
const ANIM = chunk("ANIM", join([0, 0, 0, 0, 0, 0]));
const animationFrame = (width: number, height: number, data: Uint8Array) =>
  chunk("ANMF", join(le24(0), le24(0), le24(width - 1), le24(height - 1), le24(100), [0], data));

/** The chunks of a still picture, without the file header. */
const still = async (width: number, height: number) =>
  (await solid(width, height, "#123456").webp({ lossless: true, effort: 0 }).toBuffer()).subarray(12);

export const HOSTILE_WEBPS: HostilePicture[] = [
  {
    name: "WebP, 2.4 million empty unknown chunks",
    make: async () => riff(extended(8, 8), filled(2_400_000 * 8, join("JUNK", le32(0))), await still(8, 8)),
    expect: 400,
  },
  {
    name: "WebP, 1,001 chunks",
    make: async () => riff(extended(8, 8), await still(8, 8), filled(1001 * 8, join("JUNK", le32(0)))),
    expect: 400,
  },
  {
    name: "WebP, a frame of a million empty chunks",
    make: async () =>
      riff(
        extended(8, 8, ANIMATED),
        ANIM,
        animationFrame(8, 8, join(filled(8_000_000, join("JUNK", le32(0))), await still(8, 8))),
      ),
    expect: 400,
  },
  {
    name: "WebP, 101 frames",
    make: async () => riff(extended(8, 8, ANIMATED), ANIM, ...Array(101).fill(animationFrame(8, 8, await still(8, 8)))),
    expect: 400,
  },
  {
    name: "WebP, 100,000 frames",
    make: async () =>
      riff(extended(8, 8, ANIMATED), ANIM, filled(100_000 * 60, animationFrame(8, 8, await still(8, 8)))),
    expect: 400,
  },
  {
    name: "WebP, frames without a picture",
    make: () => riff(extended(8, 8, ANIMATED), ANIM, ...Array(50).fill(animationFrame(8, 8, Buffer.alloc(0)))),
    expect: 400,
  },
  {
    name: "WebP, a canvas of 16,384 by 16,384 around small frames",
    make: async () =>
      riff(extended(16_384, 16_384, ANIMATED), ANIM, ...Array(5).fill(animationFrame(8, 8, await still(8, 8)))),
    expect: 400,
  },
  { name: "WebP, claims 16,383 by 16,383", make: () => riff(extended(16_383, 16_383)), expect: 400 },
  {
    name: "WebP, 16 megapixels from a few bytes",
    make: async () => riff(await still(4900, 3260)),
    expect: 201,
  },
  {
    name: "WebP, 39 megapixels from a few bytes",
    make: async () => riff(await still(6500, 6000)),
    expect: 400,
  },
  {
    name: "WebP, an animation of 19 megapixels from a few bytes",
    make: () => moving(100, 440, 440).webp({ effort: 0, quality: 50 }).toBuffer(),
    expect: 201,
  },
  { name: "WebP, cut short", make: async () => riff(await still(500, 500)).subarray(0, 30), expect: 400 },
  {
    name: "WebP, 19 MB of EXIF",
    make: async () => riff(extended(8, 8, 8), await still(8, 8), chunk("EXIF", filled(19 * MB, "II*\0\x08\0\0\0\xff"))),
    expect: [201, 400],
  },
  {
    name: "WebP, 10 MB of colour profile",
    make: async () => riff(extended(8, 8, 32), chunk("ICCP", filled(10 * MB, "junk")), await still(8, 8)),
    expect: [201, 400],
  },
  {
    name: "WebP, a chunk that claims 4 GB",
    make: async () => riff(extended(8, 8), join("JUNK", le32(0xfffffffe)), await still(8, 8)),
    expect: 400,
  },
  {
    name: "WebP, a file that claims 4 GB",
    make: async () => join("RIFF", le32(0xfffffff6), "WEBP", await still(8, 8)),
    expect: [201, 400],
  },
  { name: "WebP, nothing but its name", make: () => join("RIFF", le32(4), "WEBP"), expect: 400 },
];
