import sharp from "sharp";

/** Raw pixels like a photograph's: soft shapes under fine grain. */
export async function photograph(width: number, height: number, grain: number): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const create = { width: width >> 4, height: height >> 4, channels: 3, background: "#888", noise } as const;
  const shapes = await sharp({ create }).png().toBuffer();
  const pixels = await sharp(shapes).resize(width, height, { kernel: "cubic", fit: "fill" }).raw().toBuffer();
  let state = 12345;
  for (let at = 0; at < pixels.length; at++) {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    pixels[at] = Math.max(0, Math.min(255, pixels[at]! + ((state >> 16) % grain) - (grain >> 1)));
  }
  return pixels;
}

const [WIDTH, HEIGHT] = [1152, 868];
const MARGIN = 400;

/** JPEGs of one megapixel, all different: windows on one large photograph. */
export async function makeJpegs(count: number): Promise<Uint8Array<ArrayBuffer>[]> {
  const [width, height] = [WIDTH + MARGIN, HEIGHT + MARGIN];
  const large = sharp(await photograph(width, height, 12), { raw: { width, height, channels: 3 } });
  const jpegs: Uint8Array<ArrayBuffer>[] = [];
  for (let i = 0; i < count; i++) {
    const window = { left: (i * 37) % MARGIN, top: (i * 53) % MARGIN, width: WIDTH, height: HEIGHT };
    jpegs.push(new Uint8Array(await large.clone().extract(window).jpeg({ quality: 90 }).toBuffer()));
  }
  return jpegs;
}
