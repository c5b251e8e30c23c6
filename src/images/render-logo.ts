import { decodeStill } from "./decode.ts";
import { damagedImage } from "./limits.ts";
import type { ProcessedLogo } from "./process.ts";
import { renderIcons } from "./render-icons.ts";
import { renderPicture } from "./render.ts";

/** Sharp on a screen with three dots per pixel, at the height of the header. */
const MAX_WIDTH = 600;
const MAX_HEIGHT = 144;

/** Runs only in a worker process. Refused for the same reasons as a meme's picture; of an animation, the first frame stays. */
export async function renderLogo(bytes: Uint8Array): Promise<ProcessedLogo> {
  const { original } = await renderPicture(bytes);
  try {
    const { data, info } = await decodeStill(original.bytes)
      .resize({ width: MAX_WIDTH, height: MAX_HEIGHT, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 90, alphaQuality: 100, effort: 4 })
      .toBuffer({ resolveWithObject: true });
    const hash = new Bun.CryptoHasher("sha256").update(data).digest("hex");
    return { bytes: data, hash, width: info.width, height: info.height, icons: await renderIcons(original.bytes) };
  } catch {
    throw damagedImage();
  }
}
