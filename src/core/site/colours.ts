/** Red, green and blue, each from 0 to 1. */
type Rgb = readonly [red: number, green: number, blue: number];
/** Lightness, and two axes of hue. Equal distances look about equal: https://bottosson.github.io/posts/oklab */
export type Oklab = readonly [lightness: number, a: number, b: number];

export const rgbOf = (hex: string): Rgb =>
  [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255) as unknown as Rgb;

const hexOf = (rgb: Rgb): string =>
  `#${rgb
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const encoded = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);

/** As WCAG defines it, from 0 to 1. */
export function luminance(hex: string): number {
  const [red, green, blue] = rgbOf(hex).map(linear) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** As WCAG defines it, from 1 to 21. */
export function contrast(one: string, two: string): number {
  const [a, b] = [luminance(one), luminance(two)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

export function oklabOf(hex: string): Oklab {
  const [red, green, blue] = rgbOf(hex).map(linear) as unknown as Rgb;
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function rgbOfOklab([lightness, a, b]: Oklab): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const parts = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return parts.map(encoded) as unknown as Rgb;
}

const isShowable = (rgb: Rgb) => rgb.every((part) => part >= -0.0005 && part <= 1.0005);

/** The colour on a screen. One that no screen can show becomes paler, in the same hue. */
export function hexOfOklab([lightness, a, b]: Oklab): string {
  for (let share = 1; share > 0; share -= 0.02) {
    const rgb = rgbOfOklab([lightness, a * share, b * share]);
    if (isShowable(rgb)) return hexOf(rgb.map((part) => Math.min(1, Math.max(0, part))) as unknown as Rgb);
  }
  const grey = Math.min(1, Math.max(0, encoded(lightness ** 3)));
  return hexOf([grey, grey, grey]);
}

export function mix(below: string, above: string, share: number): string {
  const [one, two] = [oklabOf(below), oklabOf(above)];
  return hexOfOklab(one.map((value, i) => value * (1 - share) + two[i]! * share) as unknown as Oklab);
}

export const distance = (one: string, two: string): number => {
  const [a, b] = [oklabOf(one), oklabOf(two)];
  return Math.hypot(...a.map((value, i) => value - b[i]!));
};
