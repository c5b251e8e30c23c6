// `bun scripts/draw-icons.ts` draws public/icons/ from public/icon.svg. Run it after changing the drawing, check the
// result, and commit it.
import { join } from "node:path";
import sharp from "sharp";

const PUBLIC = join(import.meta.dir, "../public");
const PAPER = "#fbf6ec";
const UNITS = 64;

const svg = await Bun.file(join(PUBLIC, "icon.svg")).bytes();

/** The face, sharp at this size. */
const face = (size: number) =>
  sharp(svg, { density: (72 * size) / UNITS })
    .resize(size, size)
    .png()
    .toBuffer();

/** The face on paper that reaches the edges: launchers cut their own shape out of it. */
async function onPaper(size: number, part: number): Promise<Buffer> {
  const input = await face(Math.round(size * part));
  const ground = sharp({ create: { width: size, height: size, channels: 3, background: PAPER } });
  return ground.composite([{ input }]).png().toBuffer();
}

const small = (png: Buffer) => sharp(png).png({ palette: true, quality: 90, effort: 10 }).toBuffer();

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

const sizes = await Promise.all([16, 32, 48].map(async (size) => ({ size, png: await face(size) })));
const icons: Record<string, Buffer> = {
  "icon-192.png": await small(await face(192)),
  "icon-512.png": await small(await face(512)),
  // A launcher may cut away everything outside a circle of four fifths.
  "icon-maskable.png": await small(await onPaper(512, 0.6)),
  "apple-touch-icon.png": await small(await onPaper(180, 0.78)),
  "favicon.ico": ico(sizes),
};
for (const [name, bytes] of Object.entries(icons)) {
  await Bun.write(join(PUBLIC, "icons", name), bytes);
  console.log(`${name}  ${(bytes.length / 1000).toFixed(1)} kB`);
}
