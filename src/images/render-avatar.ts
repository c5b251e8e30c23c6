import { decodeStill } from "./decode.ts";
import { damagedImage } from "./limits.ts";
import type { ProcessedAvatar } from "./process.ts";
import { renderPicture } from "./render.ts";

const LARGE = 256;
const SMALL = 64;

/**
 * Runs only in a worker process. A picture is rendered as for a meme first, so that it is refused for the same reasons
 * and found on the same ban list; then it is cut to a square, and of an animation, only the first frame is kept.
 */
export async function renderAvatar(bytes: Uint8Array): Promise<ProcessedAvatar> {
  const { original, hash, perceptualHashes } = await renderPicture(bytes);
  try {
    const [large, small] = [await square(original.bytes, LARGE), await square(original.bytes, SMALL)];
    const sum = new Bun.CryptoHasher("sha256").update(large).digest("hex");
    return { large, small, hash: sum, seen: { hash, perceptualHashes } };
  } catch {
    throw damagedImage();
  }
}

const square = (bytes: Uint8Array, side: number): Promise<Uint8Array> =>
  decodeStill(bytes).resize({ width: side, height: side, fit: "cover" }).webp({ quality: 80, effort: 4 }).toBuffer();
