import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";

/** Pictures made byte by byte or by sharp, for tests that must know exactly what is in them. */

export const raw = (data: Uint8Array, width: number, height: number) =>
  sharp(data, { raw: { width, height, channels: (data.length / width / height) as 3 | 4 } });

export const solid = (width: number, height: number, color: string) =>
  sharp({ create: { width, height, channels: 3, background: color } });

export function noise(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  // The same noise in every run, so that failures can be reproduced.
  let state = 12345;
  for (let at = 0; at < length; at++) bytes[at] = (state = (state * 1103515245 + 12345) & 0x7fffffff) >> 16;
  return bytes;
}

/** Frames of one colour each, always a different one. */
export function moving(frames: number, width: number, height: number) {
  const data = new Uint8Array(frames * width * height * 3);
  for (let frame = 0; frame < frames; frame++) {
    const size = width * height * 3;
    data.fill((frame * 60) % 256, frame * size, (frame + 1) * size);
  }
  return sharp(data, { raw: { width, height: height * frames, channels: 3, pageHeight: height } });
}

type Film = { format: "gif" | "webp"; delay: number[]; width?: number; height?: number };

/** An animation of these pictures. */
export async function animation(frames: Sharp[], { format, delay, width = 320, height = 240 }: Film): Promise<Buffer> {
  const pixels = await Promise.all(
    frames.map((frame) =>
      frame.clone().resize(width, height, { fit: "fill" }).flatten({ background: "#fff" }).raw().toBuffer(),
    ),
  );
  const shape = { width, height: height * frames.length, channels: 3, pageHeight: height } as const;
  return sharp(Buffer.concat(pixels), { raw: shape }).toFormat(format, { delay, loop: 0 }).toBuffer();
}

/** White wherever it is visible: nothing on white, the picture on black. */
export async function whiteOnNothing(picture: Sharp): Promise<Buffer> {
  const grey = picture.clone().greyscale().toColourspace("b-w").removeAlpha().raw();
  const { data, info } = await grey.toBuffer({ resolveWithObject: true });
  const pixels = new Uint8Array(info.width * info.height * 4).fill(255);
  for (let at = 0; at < data.length; at++) pixels[at * 4 + 3] = data[at]!;
  return raw(pixels, info.width, info.height).png().toBuffer();
}

export function pngChunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A valid header that claims any size, with hardly any pixels. */
export function pngThatClaims(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6], 8);
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  const pixels = pngChunk("IDAT", deflateSync(new Uint8Array(1000)));
  return Buffer.concat([signature, pngChunk("IHDR", header), pixels, pngChunk("IEND", new Uint8Array())]);
}

/** A PNG with a chunk inserted right after its header. */
export const withPngChunk = (png: Uint8Array, name: string, data: Uint8Array) =>
  Buffer.concat([png.subarray(0, 33), pngChunk(name, data), png.subarray(33)]);

type TinyGif = { width: number; height: number; frames: number; comment?: string; hidden?: string };

/** A canvas of any size on which each frame paints one pixel. Text may be hidden after the pixel's end code. */
export function tinyGif({ width, height, frames, comment = "", hidden = "" }: TinyGif): Buffer {
  const screen = Buffer.alloc(7);
  screen.writeUInt16LE(width, 0);
  screen.writeUInt16LE(height, 2);
  screen[4] = 0x80;
  const colors = Uint8Array.of(10, 20, 30, 200, 210, 220);
  const remark = comment ? [Uint8Array.of(0x21, 0xfe, comment.length), Buffer.from(`${comment}\0`)] : [];
  const data = Buffer.concat([Uint8Array.of(0x44, 0x01), Buffer.from(hidden)]);
  const frame = [
    Uint8Array.of(0x21, 0xf9, 4, 0, 7, 0, 0, 0),
    Uint8Array.of(0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, data.length),
    data,
    Uint8Array.of(0),
  ];
  const all = Array.from({ length: frames }, () => frame).flat();
  return Buffer.concat([Buffer.from("GIF89a"), screen, colors, ...remark, ...all, Uint8Array.of(0x3b)]);
}
