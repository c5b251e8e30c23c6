import sharp from "sharp";

import { type Pixels, toPixels } from "./decode.ts";
import { MAX_PIXELS } from "./limits.ts";

const LOADER = { operation: ["VipsForeignLoadSvgBuffer"] };

/** Drawings under way: the first opens the loader for the whole process, and the last closes it. */
let drawings = 0;

/**
 * Draws SVG that src/compose/ has written, never someone's file. The loader is open only meanwhile, and a worker does
 * one thing at a time: so no upload can reach it.
 */
export async function drawOwnSvg(svg: string): Promise<Pixels> {
  if (drawings++ === 0) sharp.unblock(LOADER);
  try {
    return await toPixels(sharp(Buffer.from(svg), { limitInputPixels: MAX_PIXELS }).ensureAlpha());
  } finally {
    if (--drawings === 0) sharp.block(LOADER);
  }
}
