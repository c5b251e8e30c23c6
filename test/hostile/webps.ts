import { filled, inFull, join, le24, le32, MB, type HostilePicture } from "./bytes.ts";

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

/** A still picture of one grey, lossless: each of its codes has a single symbol, so that no pixel takes a bit. */
function still(width: number, height: number, grey = 0x55): Buffer {
  let [bits, count] = [0n, 0n];
  const write = (value: number, length: number) => {
    bits |= BigInt(value) << count;
    count += BigInt(length);
  };
  write(width - 1, 14);
  write(height - 1, 14);
  // Neither alpha nor version, transforms, a colour cache or several groups of codes.
  write(0, 1 + 3 + 3);
  for (const symbol of [grey, grey, grey, 255]) {
    write(0b101, 3);
    write(symbol, 8);
  }
  // Distances, with a symbol of one bit.
  write(0b0001, 4);
  const data = Array.from({ length: Math.ceil(Number(count) / 8) }, (_, i) => Number((bits >> BigInt(8 * i)) & 255n));
  return chunk("VP8L", join([0x2f], data));
}

export const HOSTILE_WEBPS: HostilePicture[] = [
  {
    name: "WebP, 2.4 million empty unknown chunks",
    make: () => riff(extended(8, 8), filled(2_400_000 * 8, join("JUNK", le32(0))), still(8, 8)),
    expect: 400,
  },
  {
    name: "WebP, 1,001 chunks",
    make: () => riff(extended(8, 8), still(8, 8), filled(1001 * 8, join("JUNK", le32(0)))),
    expect: 400,
  },
  {
    name: "WebP, a frame of a million empty chunks",
    make: () =>
      riff(
        extended(8, 8, ANIMATED),
        ANIM,
        animationFrame(8, 8, join(filled(8_000_000, join("JUNK", le32(0))), still(8, 8))),
      ),
    expect: 400,
  },
  {
    name: "WebP, 101 frames",
    make: () => riff(extended(8, 8, ANIMATED), ANIM, ...Array(101).fill(animationFrame(8, 8, still(8, 8)))),
    expect: 400,
  },
  {
    name: "WebP, 100,000 frames",
    make: () => {
      const frame = animationFrame(8, 8, still(8, 8));
      return riff(extended(8, 8, ANIMATED), ANIM, filled(100_000 * frame.length, frame));
    },
    expect: 400,
  },
  {
    name: "WebP, frames without a picture",
    make: () => riff(extended(8, 8, ANIMATED), ANIM, ...Array(50).fill(animationFrame(8, 8, Buffer.alloc(0)))),
    expect: 400,
  },
  {
    name: "WebP, a canvas of 16,384 by 16,384 around small frames",
    make: () => riff(extended(16_384, 16_384, ANIMATED), ANIM, ...Array(5).fill(animationFrame(8, 8, still(8, 8)))),
    expect: 400,
  },
  { name: "WebP, claims 16,383 by 16,383", make: () => riff(extended(16_383, 16_383)), expect: 400 },
  {
    name: "WebP, megapixels from a few bytes",
    make: () => riff(still(4900, inFull(3260, 800))),
    expect: 201,
  },
  {
    name: "WebP, 39 megapixels from a few bytes",
    make: () => riff(still(6500, 6000)),
    expect: 400,
  },
  {
    name: "WebP, an animation of megapixels from a few bytes",
    make: () => {
      const size = inFull(440, 200);
      const frame = (at: number) => animationFrame(size, size, still(size, size, (at * 60) % 256));
      return riff(extended(size, size, ANIMATED), ANIM, ...Array.from({ length: 100 }, (_, at) => frame(at)));
    },
    expect: 201,
  },
  { name: "WebP, cut short", make: () => riff(still(500, 500)).subarray(0, 30), expect: 400 },
  {
    name: "WebP, megabytes of EXIF",
    make: () => riff(extended(8, 8, 8), still(8, 8), chunk("EXIF", filled(inFull(19, 5) * MB, "II*\0\x08\0\0\0\xff"))),
    expect: [201, 400],
  },
  {
    name: "WebP, megabytes of colour profile",
    make: () => riff(extended(8, 8, 32), chunk("ICCP", filled(inFull(10, 3) * MB, "junk")), still(8, 8)),
    expect: [201, 400],
  },
  {
    name: "WebP, a chunk that claims 4 GB",
    make: () => riff(extended(8, 8), join("JUNK", le32(0xfffffffe)), still(8, 8)),
    expect: 400,
  },
  {
    name: "WebP, a file that claims 4 GB",
    make: () => join("RIFF", le32(0xfffffff6), "WEBP", still(8, 8)),
    expect: [201, 400],
  },
  { name: "WebP, nothing but its name", make: () => join("RIFF", le32(4), "WEBP"), expect: 400 },
];
