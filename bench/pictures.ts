// `npx bun bench/pictures.ts` shows what a worker spends on pictures at the limits of what we accept.
import { readFileSync } from "node:fs";
import sharp, { type Sharp } from "sharp";

import { WorkerProcess } from "../src/worker/worker-process.ts";
import { usageOf } from "../src/worker/usage.ts";
import { photograph } from "./photographs.ts";

sharp.concurrency(1);

const still = (data: Buffer, width: number, height: number): Sharp =>
  sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: false });

/** A window moving over the photograph. */
function film(data: Buffer, from: number, width: number, height: number, frames: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3 * frames);
  for (let frame = 0; frame < frames; frame++)
    for (let y = 0; y < height; y++) {
      const start = ((y + frame * 3) * from + frame * 3) * 3;
      data.copy(pixels, (frame * height + y) * width * 3, start, start + width * 3);
    }
  const raw = { width, height: height * frames, channels: 3, pageHeight: height } as const;
  return sharp(pixels, { raw, limitInputPixels: false });
}

const large = await photograph(7200, 5500, 12);
const middle = await photograph(5500, 3630, 12);
const KINDS: [name: string, make: () => Sharp][] = [
  ["JPEG, 39.6 MP", () => still(large, 7200, 5500).jpeg({ quality: 85 })],
  ["JPEG, 39.6 MP, progressive", () => still(large, 7200, 5500).jpeg({ quality: 85, progressive: true })],
  ["JPEG, 39.6 MP, 4:4:4", () => still(large, 7200, 5500).jpeg({ quality: 75, chromaSubsampling: "4:4:4" })],
  ["PNG, 7 MP photograph", () => still(middle, 5500, 3630).resize(3080, 2270).png()],
  [
    "PNG, 39.6 MP drawing",
    () => still(large, 7200, 5500).blur(9).png({ palette: true, colours: 8, dither: 0, effort: 1 }),
  ],
  [
    "PNG, 39.6 MP, interlaced",
    () => sharp({ create: { width: 7200, height: 5500, channels: 4, background: "#36c8" } }).png({ progressive: true }),
  ],
  ["WebP, 16 MP", () => still(middle, 5500, 3630).resize(4900, 3260).webp({ quality: 85, effort: 0 })],
  [
    "WebP, 16 MP, see-through",
    () => still(middle, 5500, 3630).resize(4900, 3260).ensureAlpha(0.5).webp({ quality: 80, effort: 0 }),
  ],
  [
    "WebP, 16 MP, lossless",
    () => still(middle, 5500, 3630).resize(4900, 3260).blur(9).webp({ nearLossless: true, quality: 40, effort: 0 }),
  ],
  ["AVIF, 16 MP", () => still(middle, 5500, 3630).resize(4900, 3260).avif({ quality: 50, effort: 0 })],
  [
    "AVIF, 16 MP, see-through",
    () => still(middle, 5500, 3630).resize(4900, 3260).ensureAlpha(0.5).avif({ quality: 50, effort: 0 }),
  ],
  ["GIF, 39.6 MP", () => still(large, 7200, 5500).gif({ effort: 1, dither: 0, colours: 8 })],
  ["GIF, 100 frames, 20 MP", () => film(middle, 5500, 447, 447, 100).gif({ effort: 1, dither: 0, colours: 16 })],
  ["GIF, 6 frames, 20 MP", () => film(middle, 5500, 1825, 1825, 6).gif({ effort: 1, dither: 0, colours: 16 })],
  ["WebP, 100 frames, 20 MP", () => film(middle, 5500, 447, 447, 100).webp({ quality: 75, effort: 0 })],
  ["WebP, 6 frames, 20 MP", () => film(middle, 5500, 1825, 1825, 6).webp({ quality: 75, effort: 0 })],
];

console.log("| picture | file | CPU | peak memory | |\n|---|---|---|---|---|");
for (const [name, make] of KINDS) {
  const bytes = await make().toBuffer();
  const worker = await WorkerProcess.start({ seconds: Infinity, bytes: Infinity });
  const before = usageOf(worker.pid)!.seconds;
  const outcome = await worker.ask("picture", {}, [bytes]).then(
    () => "",
    (error: { refused?: { key: string } }) => error.refused?.key ?? String(error),
  );
  const seconds = usageOf(worker.pid)!.seconds - before;
  const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${worker.pid}/status`, "utf8"))![1]) / 1024;
  worker.kill();
  console.log(
    `| ${name} | ${(bytes.length / 1024 / 1024).toFixed(1)} MB | ${seconds.toFixed(2)} s | ${Math.round(peak)} MB | ${outcome} |`,
  );
}
