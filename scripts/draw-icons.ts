// `bun scripts/draw-icons.ts` draws public/icons/ from public/icon.svg. Run it after changing the drawing, check the
// result, and commit it. Each PNG has a palette, and a chunk that says how much of each of its colours is the accent:
// so the site gives them another accent without drawing them again (src/http/web/tinted-icon.ts).
import { join } from "node:path";
import { crc32 } from "node:zlib";
import sharp from "sharp";

import { DEFAULT_ACCENT } from "../src/core/site/accent.ts";
import { chunksOf, SHARES } from "../src/http/web/png-chunks.ts";

const PUBLIC = join(import.meta.dir, "../public");
const PAPER = "#fbf6ec";
const UNITS = 64;

/** How an icon is painted: as people see it, or white where the accent is and black elsewhere. */
interface Paint {
  svg: Uint8Array;
  paper: string;
}

const drawing = await Bun.file(join(PUBLIC, "icon.svg")).text();
const encode = (text: string) => new TextEncoder().encode(text);
const COLOURED: Paint = { svg: encode(drawing), paper: PAPER };
const ACCENT_ONLY: Paint = {
  svg: encode(drawing.replace(/#[0-9a-f]{6}/g, (color) => (color === DEFAULT_ACCENT ? "#ffffff" : "#000000"))),
  paper: "#000000",
};

/** The face, sharp at this size. */
const face = ({ svg }: Paint, size: number) =>
  sharp(svg, { density: (72 * size) / UNITS })
    .resize(size, size)
    .png()
    .toBuffer();

/** The face on paper that reaches the edges: launchers cut their own shape out of it. */
async function onPaper(paint: Paint, size: number, part: number): Promise<Buffer> {
  const input = await face(paint, Math.round(size * part));
  const ground = sharp({ create: { width: size, height: size, channels: 3, background: paint.paper } });
  return ground.composite([{ input }]).png().toBuffer();
}

/** With a palette, and the share that the accent has in each of its colours. */
async function tintable(draw: (paint: Paint) => Promise<Buffer>): Promise<Buffer> {
  const png = await sharp(await draw(COLOURED))
    .png({ palette: true, quality: 90, effort: 10 })
    .toBuffer();
  const shares = await sharesIn(await pixelsOf(png), await pixelsOf(await draw(ACCENT_ONLY)));
  const chunks = [...chunksOf(png)];
  const palette = chunks.find(({ type }) => type === "PLTE")!.data;
  const alpha = chunks.find(({ type }) => type === "tRNS")?.data ?? [];
  const data = Uint8Array.from({ length: palette.length / 3 }, (_, i) =>
    Math.round(shares.get([...palette.subarray(3 * i, 3 * i + 3), alpha[i] ?? 255].join()) ?? 0),
  );
  const image = png.indexOf("IDAT") - 4;
  return Buffer.concat([png.subarray(0, image), chunkOf(SHARES, data), png.subarray(image)]);
}

const pixelsOf = (png: Buffer) => sharp(png).ensureAlpha().raw().toBuffer();

/** By colour: the mean over all pixels that have it. */
async function sharesIn(coloured: Buffer, accentOnly: Buffer): Promise<Map<string, number>> {
  const sums = new Map<string, { sum: number; pixels: number }>();
  for (let at = 0; at < coloured.length; at += 4) {
    const one = sums.getOrInsertComputed([...coloured.subarray(at, at + 4)].join(), () => ({ sum: 0, pixels: 0 }));
    one.sum += accentOnly[at]!;
    one.pixels++;
  }
  return new Map([...sums].map(([color, { sum, pixels }]) => [color, sum / pixels]));
}

function chunkOf(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The container that browsers have requested since 1999, with a PNG for each size. */
function ico(pictures: { size: number; png: Buffer }[]): Buffer {
  const [HEAD, ENTRY] = [6, 16];
  const head = Buffer.alloc(HEAD + ENTRY * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [i, { size, png }] of pictures.entries()) {
    const at = HEAD + ENTRY * i;
    head.writeUInt8(size, at);
    head.writeUInt8(size, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

const plain = (size: number) => tintable((paint) => face(paint, size));
const sizes = await Promise.all([16, 32, 48].map(async (size) => ({ size, png: await plain(size) })));
const icons: Record<string, Buffer> = {
  "icon-192.png": await plain(192),
  "icon-512.png": await plain(512),
  // A launcher may cut away everything outside a circle of four fifths.
  "icon-maskable.png": await tintable((paint) => onPaper(paint, 512, 0.6)),
  "apple-touch-icon.png": await tintable((paint) => onPaper(paint, 180, 0.78)),
  "favicon.ico": ico(sizes),
};
for (const [name, bytes] of Object.entries(icons)) {
  await Bun.write(join(PUBLIC, "icons", name), bytes);
  console.log(`${name}  ${(bytes.length / 1000).toFixed(1)} kB`);
}
