import { describe, expect, test } from "bun:test";

import sharp from "sharp";

import { LOGO_ICONS, type LogoIcon } from "../../src/images/logo-icons.ts";
import { processLogo } from "../../src/images/process.ts";
import { raw, solid } from "../pictures.ts";

type Pixel = number[];

/** A logo of one colour, with transparent edges. */
function drawn(color: Pixel, { width = 300, height = 100, edge = 20 } = {}): Promise<Buffer> {
  const pixels = new Uint8Array(width * height * 4);
  for (let y = edge; y < height - edge; y++)
    for (let x = edge; x < width - edge; x++) pixels.set([...color, 255], 4 * (y * width + x));
  return raw(pixels, width, height).png().toBuffer();
}

/** Pixels of each icon: its corner and its middle. */
async function iconsOf(logo: Buffer): Promise<Record<LogoIcon, { size: number; corner: Pixel; middle: Pixel }>> {
  const { icons } = await processLogo(logo);
  const looks = icons.map(async (icon, i) => {
    const { data, info } = await sharp(icon).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(info.width).toBe(info.height);
    const middle = 2 * (info.width * info.height + info.width);
    return [LOGO_ICONS[i]!, { size: info.width, corner: at(data, 0), middle: at(data, middle) }] as const;
  });
  return Object.fromEntries(await Promise.all(looks)) as Awaited<ReturnType<typeof iconsOf>>;
}
const at = (data: Buffer, i: number): Pixel => [...data.subarray(i, i + 4)];

const PAPER = [0xfb, 0xf6, 0xec, 255];
const NIGHT = [0x17, 0x13, 0x10, 255];

describe("icons of a logo", () => {
  test("are transparent where nothing is cut out of them, and on paper elsewhere", async () => {
    const icons = await iconsOf(await drawn([0xc2, 0x18, 0x5b]));
    const sizes = Object.fromEntries(Object.entries(icons).map(([name, { size }]) => [name, size]));
    expect(sizes).toEqual({ 48: 48, 180: 180, 192: 192, 512: 512, maskable: 512 });
    for (const { middle } of Object.values(icons)) expect(middle).toEqual([0xc2, 0x18, 0x5b, 255]);
    for (const icon of ["48", "192", "512"] as const) expect(icons[icon].corner[3]).toBe(0);
    for (const icon of ["180", "maskable"] as const) expect(icons[icon].corner).toEqual(PAPER);
  });

  test("have a ground that the logo can be seen on", async () => {
    for (const { corner } of Object.values(await iconsOf(await drawn([255, 255, 255])))) expect(corner).toEqual(NIGHT);
    for (const { corner } of Object.values(await iconsOf(await drawn([10, 10, 10])))) expect(corner).toEqual(PAPER);
  });

  test("continue a logo's own background up to the edges", async () => {
    const banner = await solid(300, 60, "#203060")
      .composite([{ input: await solid(200, 20, "#ffe080").png().toBuffer() }])
      .png()
      .toBuffer();
    for (const { corner, middle } of Object.values(await iconsOf(banner)))
      expect([corner, middle]).toEqual([
        [0x20, 0x30, 0x60, 255],
        [0xff, 0xe0, 0x80, 255],
      ]);
  });

  test("are made of any picture that can be a logo", async () => {
    const odd = [solid(1, 1, "#ff0000"), solid(1200, 2, "#00ff00"), raw(new Uint8Array(4 * 40 * 40), 40, 40)];
    for (const one of odd) expect(Object.keys(await iconsOf(await one.png().toBuffer()))).toHaveLength(5);
  });
});
