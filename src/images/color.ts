import sharp from "sharp";
import type { Pixels } from "./decode.ts";

const SIDE = 64;
/** For a picture with nothing visible. */
const NEUTRAL = "808080";

/** The colour most of the picture has, to show while it loads: the mean of the fullest of 4,096 bins. */
export async function dominantColor(picture: Pixels): Promise<string> {
  // Nearest: averaging neighbours would add colours that are not in the picture.
  const small = await sharp(picture.data, { raw: picture.info })
    .resize(SIDE, SIDE, { fit: "fill", kernel: "nearest" })
    .ensureAlpha()
    .raw()
    .toBuffer();
  const bins = new Map<number, [count: number, red: number, green: number, blue: number]>();
  let fullest: [number, number, number, number] = [0, 0, 0, 0];
  for (let at = 0; at < small.length; at += 4) {
    const [red, green, blue, alpha] = [small[at]!, small[at + 1]!, small[at + 2]!, small[at + 3]!];
    if (alpha < 128) continue;
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
    const bin = bins.get(key) ?? [0, 0, 0, 0];
    bins.set(key, bin);
    bin[0]++;
    bin[1] += red;
    bin[2] += green;
    bin[3] += blue;
    if (bin[0] > fullest[0]) fullest = bin;
  }
  const [count, ...sums] = fullest;
  if (count === 0) return NEUTRAL;
  return sums
    .map((sum) =>
      Math.round(sum / count)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("");
}
