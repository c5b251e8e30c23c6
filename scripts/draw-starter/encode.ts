import sharp from "sharp";

import type { Scene } from "./parts.ts";

/** The picture in the format of its file extension; of several scenes, an animation with these delays. */
export async function encode(scenes: Scene[], width: number, ending: string, delay?: number[]): Promise<Buffer> {
  const frames = await Promise.all(scenes.map((scene) => rasterize(scene, width)));
  const height = frames[0]!.length / (width * 3);
  const raw = { width, height: height * frames.length, channels: 3 } as const;
  const picture = sharp(Buffer.concat(frames), { raw });
  if (ending === ".jpg") return picture.jpeg({ quality: 62, mozjpeg: true }).toBuffer();
  // Flat pictures need few colours, and one palette for all frames keeps an animation from flickering.
  const quality = ending === ".gif" ? 40 : 50;
  const flat = await picture.png({ palette: true, quality, dither: 0, effort: 10 }).toBuffer();
  if (ending === ".png") return flat;
  if (ending === ".webp") return sharp(flat).webp({ lossless: true, effort: 6 }).toBuffer();
  const pixels = await sharp(flat).removeAlpha().raw().toBuffer();
  return sharp(pixels, { raw: { ...raw, pageHeight: height } })
    .gif({ dither: 0, effort: 10, ...(delay && { delay }), loop: 0 })
    .toBuffer();
}

const rasterize = (scene: Scene, width: number) =>
  sharp(Buffer.from(scene.svg), { density: (72 * width) / scene.width })
    .resize(width)
    .removeAlpha()
    .raw()
    .toBuffer();
