// `bun scripts/draw-stickers.ts` draws the stickers of the house into assets/stickers/, as plain shapes on the grid of
// emoji. Run it after adding one, look at it, and commit it.
import { join } from "node:path";

import type { EmojiShape } from "../src/compose/emoji.ts";
import { FONTS } from "../src/compose/fonts.ts";
import { ShapingFont } from "../src/compose/shaper.ts";
import { STICKER_FILE, STICKER_NAMES, type StickerName } from "../src/compose/stickers.ts";
import { CORAL, CREAM, INK, PINK, PLUM, SKY, SUN, TEAL, WHITE } from "./draw-starter/parts.ts";

const ASSETS = join(import.meta.dir, "../assets");
const EDGE = 1.5;
const RED = "#d8232f";

/** Filled, and outlined in ink. */
const solid = (fill: string, d: string, strokeWidth = EDGE): EmojiShape => ({ d, fill, stroke: INK, strokeWidth });
const flat = (fill: string, d: string): EmojiShape => ({ d, fill });
const line = (stroke: string, d: string, strokeWidth = EDGE): EmojiShape => ({ d, stroke, strokeWidth });

const round = (x: number, y: number, rx: number, ry = rx) =>
  `M${+(x - rx).toFixed(2)} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;

/** Four points, drawn in. */
const sparkle = (x: number, y: number, r: number) => {
  const near = +(r * 0.16).toFixed(2);
  const q = (dx: number, dy: number, ex: number, ey: number) =>
    `Q${x + dx * near} ${y + dy * near} ${x + ex * r} ${y + ey * r}`;
  return `M${x} ${y - r}${q(1, -1, 1, 0)}${q(1, 1, 0, 1)}${q(-1, 1, -1, 0)}${q(-1, -1, 0, -1)}z`;
};

/** Points on two circles in turn. */
function jagged(x: number, y: number, count: number, outer: readonly number[], inner: number, turn = -90): string {
  const at = (i: number) => {
    const angle = ((turn + (i * 180) / count) * Math.PI) / 180;
    const r = i % 2 === 0 ? outer[(i / 2) % outer.length]! : inner;
    return `${+(x + r * Math.cos(angle)).toFixed(2)} ${+(y + r * Math.sin(angle)).toFixed(2)}`;
  };
  return `M${Array.from({ length: 2 * count }, (_, i) => at(i)).join("L")}z`;
}

/** Steps of one unit, as on a very old screen. */
const pixels = (...rects: [x: number, y: number, w: number, h: number][]) =>
  rects.map(([x, y, w, h]) => `M${x} ${y}h${w}v${h}h${-w}z`).join("");

async function lettering(text: string, size: number, x: number, y: number): Promise<string> {
  const font = new ShapingFont(await Bun.file(join(ASSETS, "fonts", FONTS.anton.file)).bytes());
  const { glyphs, width } = font.shape(text, false, "en");
  const left = x - (width * size) / 2;
  return glyphs
    .flatMap((glyph) =>
      font.outline(glyph.id).map(([type, ...values]) => {
        const numbers = values.map((value, at) =>
          at % 2 === 0 ? left + (glyph.x + value) * size : y - (glyph.y + value) * size,
        );
        return type + numbers.map((number) => +number.toFixed(2)).join(" ");
      }),
    )
    .join("");
}

const DROP = "M18 3C23 12 28 17.5 28 23.5A10 10 0 0 1 8 23.5C8 17.5 13 12 18 3z";
const HEART =
  "M18 32C8 24.5 2.2 18.8 2.2 12.2C2.2 2.6 14.4 0.6 18 9.2C21.6 0.6 33.8 2.6 33.8 12.2C33.8 18.8 28 24.5 18 32z";

const DRAWINGS: Record<StickerName, EmojiShape[]> = {
  "pixel-shades": [
    flat(
      INK,
      pixels(
        [0, 12, 36, 2.5],
        [2.5, 14.5, 14, 2.5],
        [20, 14.5, 14, 2.5],
        [2.5, 17, 14, 2.5],
        [20, 17, 14, 2.5],
        [5, 19.5, 9, 2.5],
        [22.5, 19.5, 9, 2.5],
      ),
    ),
    flat(
      WHITE,
      pixels(
        [5, 14.5, 2.5, 2.5],
        [7.5, 17, 2.5, 2.5],
        [10, 14.5, 2.5, 2.5],
        [22.5, 14.5, 2.5, 2.5],
        [25, 17, 2.5, 2.5],
        [27.5, 14.5, 2.5, 2.5],
      ),
    ),
  ],
  shades: [
    solid(
      PLUM,
      "M2 13.5H16.5L15.8 19.5C15 24 5.4 24.6 3.6 19.8zM19.500 13.500H34L32.400 19.800C30.600 24.600 21 24 20.200 19.500z",
    ),
    line(INK, "M1.500 13.200Q18 10.800 34.500 13.200", 2.4),
    line(SKY, "M6 16.200l2.400 4M10 16l1.600 2.600M23.500 16.200l2.400 4M27.500 16l1.600 2.600", 1.2),
  ],
  "googly-eyes": [
    solid(WHITE, round(9.6, 18, 8.6)),
    solid(WHITE, round(26.4, 18, 8.6)),
    flat(INK, round(11.6, 21.4, 4.4) + round(23.4, 15, 4.4)),
    flat(WHITE, round(13, 19.8, 1.3) + round(24.8, 13.4, 1.3)),
  ],
  monocle: [
    solid("#dff3fb", round(16, 14, 11.6), 3.4),
    line(SUN, round(16, 14, 11.6), 1.5),
    line(WHITE, "M10.500 13q1 -4 5 -5.400", 1.8),
    line(INK, "M26 20C30 24 26 29 30.500 34", 2.6),
    line(SUN, "M26 20C30 24 26 29 30.500 34", 1.1),
  ],
  "clown-nose": [
    solid(RED, round(18, 18, 15.8)),
    flat(
      "#ff7a70",
      "M7.500 15.500C8.500 10 12.500 6.500 17 6.200C18.800 6.200 18.600 8 17 8.600C13.200 10 11.200 12.600 10.200 16.200C9.600 17.800 7.300 17.300 7.500 15.500z",
    ),
  ],
  moustache: [
    solid(
      "#4a2f22",
      "M18 15.500C20.500 11.500 26 11.500 28 15C29.600 17.600 32.600 17.200 34.600 14.600C35.600 21.500 30.500 25.500 25.500 24.500C22 24 19.500 22 18 19.600C16.500 22 14 24 10.500 24.500C5.500 25.500 0.400 21.500 1.400 14.600C3.400 17.200 6.400 17.600 8 15C10 11.500 15.500 11.500 18 15.500z",
    ),
    line("#7a543f", "M20.500 16.500q3 -2 5 0.500q2 3 5 2.500M15.500 16.500q-3 -2 -5 0.500q-2 3 -5 2.500", 1),
  ],
  blush: [
    { ...flat(PINK, round(7.5, 18, 7, 5.2) + round(28.5, 18, 7, 5.2)), opacity: 0.85 },
    line(CORAL, "M5 20.500l2 -5M9 20.500l2 -5M26 20.500l2 -5M30 20.500l2 -5", 1.2),
  ],
  tear: [
    solid(SKY, "M12 2C12.500 12 9.500 17 9.500 25A8.500 8.500 0 0 0 26.500 25C26.500 17 23.500 12 24 2z"),
    flat(
      WHITE,
      "M14 22C13.400 25 14.500 28.500 17.500 29.500C18.600 30 18.200 31.200 17 31C13 30.200 11.400 26 12.200 22C12.600 20.600 14.300 20.700 14 22z",
    ),
  ],
  sweat: [
    solid(SKY, DROP),
    flat(
      WHITE,
      "M12.800 22.500C12.300 26 14 28.800 17 29.700C18 30.200 17.600 31.300 16.500 31.100C12.500 30.200 10.300 26.600 11 22.500C11.300 21.200 13 21.200 12.800 22.500z",
    ),
  ],
  anger: [
    line(
      INK,
      "M13.500 3.500Q15 13.500 3.500 13.500M22.500 3.500Q21 13.500 32.500 13.500M13.500 32.500Q15 22.500 3.500 22.500M22.500 32.500Q21 22.500 32.500 22.500",
      5.6,
    ),
    line(
      RED,
      "M13.500 3.500Q15 13.500 3.500 13.500M22.500 3.500Q21 13.500 32.500 13.500M13.500 32.500Q15 22.500 3.500 22.500M22.500 32.500Q21 22.500 32.500 22.500",
      3,
    ),
  ],
  crown: [
    solid(SUN, "M4.500 30L2 10.500L10.500 17L18 5L25.500 17L34 10.500L31.500 30Q18 27 4.500 30z"),
    flat("#e0a52a", "M4.600 29.200L4 25Q18 22 32 25L31.400 29.200Q18 26.200 4.600 29.200z"),
    solid(CORAL, round(18, 20, 2.2), 1.1),
    solid(TEAL, round(9.8, 21.5, 1.7), 1.1),
    solid(TEAL, round(26.2, 21.5, 1.7), 1.1),
    solid(SUN, round(18, 4.6, 2.2), 1.1),
  ],
  "top-hat": [
    solid("#3a2f6b", "M9 5Q18 3 27 5L25.800 27H10.200z"),
    flat(CORAL, "M9.900 20.500H26.100L25.800 27H10.200z"),
    line(INK, "M9.800 20.500H26.200", 1.1),
    solid("#3a2f6b", "M2 27Q18 24 34 27Q33 32 18 32Q3 32 2 27z"),
    line("#6b4fa0", "M12 7.500L12.600 17", 1.6),
  ],
  "party-hat": [
    solid(TEAL, "M18 6L29 31Q18 35 7 31z"),
    line(SUN, "M15 13.500l7.500 3M12.500 19.500l13 5M9.800 25.500l12 5.500", 2),
    line(INK, "M18 6L29 31Q18 35 7 31z"),
    solid(CORAL, jagged(18, 5.2, 7, [4.4], 2.2), 1.1),
  ],
  halo: [
    line(INK, round(18, 18, 14.5, 6), 6.2),
    line(SUN, round(18, 18, 14.5, 6), 3.4),
    line("#fff0b8", "M6 15.500Q10 13 17 12.700", 1.2),
  ],
  horns: [
    solid(
      RED,
      "M3 30C-0.500 20 2 9 6.500 3C7 10 10.500 15 16 18C14.500 24 10 28.500 3 30zM33 30C36.500 20 34 9 29.500 3C29 10 25.500 15 20 18C21.500 24 26 28.500 33 30z",
    ),
    line(
      "#8f1f28",
      "M4.500 19q3.500 1 6 -0.800M5 24.500q4 0 6.500 -2.500M31.500 19q-3.500 1 -6 -0.800M31 24.500q-4 0 -6.500 -2.500",
      1.1,
    ),
  ],
  "cat-ears": [
    solid(
      "#f59b42",
      "M2.500 31C1.500 21 2.500 11 5 4C10 7.500 14 12 16.500 18C12 21 7 26 2.500 31zM33.500 31C34.500 21 33.500 11 31 4C26 7.500 22 12 19.500 18C24 21 29 26 33.500 31z",
    ),
    flat(
      PINK,
      "M5.500 23.500C5 18 5.500 13.500 6.600 9.800C9.400 12.200 11.400 14.600 12.800 17.400C10 19 7.600 21 5.500 23.500zM30.500 23.500C31 18 30.500 13.500 29.400 9.800C26.600 12.200 24.600 14.600 23.200 17.400C26 19 28.400 21 30.500 23.500z",
    ),
  ],
  "speech-bubble": [
    solid(
      WHITE,
      "M7 4H29Q34.500 4 34.500 9.500V19Q34.500 24.500 29 24.500H17L8.500 32.500L10 24.500H7Q1.500 24.500 1.500 19V9.500Q1.500 4 7 4z",
    ),
  ],
  "thought-bubble": [
    solid(
      WHITE,
      "M9 24A6.500 6.500 0 0 1 4.200 13A7.500 7.500 0 0 1 14 4.800A8 8 0 0 1 27.500 6.500A7 7 0 0 1 31.800 18A6 6 0 0 1 25 23.500A8 8 0 0 1 9 24z",
    ),
    solid(WHITE, round(9.5, 29, 2.8)),
    solid(WHITE, round(4.2, 33, 1.7)),
  ],
  arrow: [solid(RED, "M2 14.500H19V6.500L34.500 18L19 29.500V21.500H2z")],
  "red-circle": [
    line(
      RED,
      "M27 5C13 -0.500 2 8 2.500 19C3 29.500 12 34.500 20.500 33.500C30 32.500 34.500 24 33 15.500C31.800 9 26 3.500 17 3.200",
      2.6,
    ),
  ],
  "question-mark": [
    line(INK, "M10.500 11.500C10.500 2.500 26 2 26 11.500C26 17.500 18.200 17 18.200 21.800", 8.4),
    flat(INK, round(18.2, 31.2, 4)),
    line(SUN, "M10.500 11.500C10.500 2.500 26 2 26 11.500C26 17.500 18.200 17 18.200 21.800", 5.2),
    flat(SUN, round(18.2, 31.2, 2.5)),
  ],
  "exclamation-mark": [
    solid(RED, "M13.500 2.500H22.500L20.800 22.500H15.200z", 1.7),
    solid(RED, round(18, 30, 3.9), 1.7),
  ],
  star: [
    solid(SUN, jagged(18, 19.5, 5, [17.3], 7.6), 1.7),
    flat(
      "#fff0b8",
      "M17.500 8.500L14.900 14.700L10 15.200C9 15.300 9 14 10 13.800L13.800 13.300L16.200 8C16.800 7 17.900 7.500 17.500 8.500z",
    ),
  ],
  heart: [
    solid(RED, HEART, 1.7),
    flat(
      "#ff8f8a",
      "M6 12.500C6 9 8.200 6.800 11.200 6.500C12.800 6.400 12.900 8.100 11.400 8.500C9.300 9 8.200 10.400 8 12.700C7.800 14.400 6 14.200 6 12.500z",
    ),
  ],
  sparkles: [
    solid(SUN, sparkle(14, 21, 13), 1.2),
    solid(SUN, sparkle(27.5, 9, 7.6), 1.2),
    solid(WHITE, sparkle(30.5, 28.5, 4.8), 1.1),
  ],
  flame: [
    solid(
      CORAL,
      "M18 34.500C9 34.500 4 28.500 5 21C6 15 11 13 11.500 6C15.500 8 17.500 11 17.800 14.500C21 11 21.500 6 19.500 1.500C27 5 32 13.500 31 22C30.300 29.500 26 34.500 18 34.500z",
    ),
    flat(
      SUN,
      "M18 33.200C12.500 33.200 10 29.500 10.500 25.500C11 22 14 20.500 14.500 16.500C18 18.500 19.500 21 19.500 23.500C21.500 22 22.300 20 22 17.500C25 20 26.300 23 25.800 26.500C25.200 30.500 22.500 33.200 18 33.200z",
    ),
    flat(
      "#fff0b8",
      "M18 32.500C15.500 32.500 14.200 30.500 14.600 28.300C15 26.500 16.800 25.800 17.200 23.800C19.800 25.500 21 27.300 20.800 29.200C20.500 31.200 19.500 32.500 18 32.500z",
    ),
  ],
  bang: [
    solid(RED, jagged(18, 18, 11, [16.8, 14, 17], 10.2)),
    solid(SUN, jagged(18, 18, 11, [12.2, 10.2], 7.2), 1.1),
    flat(CREAM, jagged(18, 18, 9, [6.4], 4)),
  ],
  "no-stamp": [
    {
      ...line(
        RED,
        "M6 8.500H30Q32.500 8.500 32.500 11V25Q32.500 27.500 30 27.500H6Q3.500 27.500 3.500 25V11Q3.500 8.500 6 8.500z",
        2.4,
      ),
      transform: "rotate(-10 18 18)",
    },
    { ...flat(RED, await lettering("NO!", 16, 18, 24.9)), transform: "rotate(-10 18 18)" },
  ],
};

const lines = STICKER_NAMES.map((name) => `${JSON.stringify(name)}:${JSON.stringify(DRAWINGS[name])}`);
const text = `{${lines.join(",\n")}}\n`;
await Bun.write(join(ASSETS, "stickers", STICKER_FILE), text);
console.log(`${lines.length} stickers, ${(text.length / 1000).toFixed(1)} kB`);
