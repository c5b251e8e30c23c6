import type { Pixels } from "./decode.ts";

/** Pixels that are looked at, in each direction. */
const SIDE = 64;
/** For a picture with nothing visible. */
const NEUTRAL = "808080";

/** The colour most of the picture has, to show while it loads: the mean of the fullest of 4,096 bins. */
export function dominantColor({ data, info: { width, height, channels } }: Pixels): string {
  const [hasColors, hasAlpha] = [channels >= 3, channels % 2 === 0];
  const bins = new Map<number, [count: number, red: number, green: number, blue: number]>();
  let fullest: [number, number, number, number] = [0, 0, 0, 0];
  // Single pixels, since the mean of neighbours may be a colour that is not in the picture.
  for (let i = 0; i < SIDE * SIDE; i++) {
    const at = (placeOf(Math.floor(i / SIDE), height) * width + placeOf(i % SIDE, width)) * channels;
    if (hasAlpha && data[at + channels - 1]! < 128) continue;
    const [red, green, blue] = [data[at]!, data[hasColors ? at + 1 : at]!, data[hasColors ? at + 2 : at]!];
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

/** The middle of one of SIDE equal parts. */
const placeOf = (part: number, length: number) => Math.floor(((part + 0.5) * length) / SIDE);
