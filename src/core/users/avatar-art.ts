/**
 * The parts of a drawn avatar, as SVG on 64 × 64. Colours are fixed, because avatars look the same in light and dark,
 * and on other sites.
 */
const INK = "#221a12";
const TEETH = "#fffaf2";
const TONGUE = "#e8505b";

/** Filled with a colour of HEADS. */
export const HEAD = "M32 15C45 15 53.5 24.5 53.5 37S45 58.5 32 58.5 10.5 50 10.5 37 19 15 32 15Z";

const lines = (d: string) =>
  `<path fill="none" stroke="${INK}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" d="${d}"/>`;
const shape = (fill: string, d: string) => `<path fill="${fill}" d="${d}"/>`;
const dot = (fill: string, x: number, y: number, rx: number, ry = rx) =>
  `<ellipse fill="${fill}" cx="${x}" cy="${y}" rx="${rx}" ry="${ry}"/>`;

const EYES = dot(INK, 24, 33.5, 2.7, 3.5) + dot(INK, 40, 33.5, 2.7, 3.5);
const GRIN =
  shape(INK, "M20.5 41.5c7.5 1.2 15.5 1.2 23 0 .6 7.3-4.5 12.5-11.5 12.5s-12.1-5.2-11.5-12.5Z") +
  shape(TEETH, "M20.5 41.5c7.5 1.2 15.5 1.2 23 0 .1 1.3 0 2.4-.3 3.5-7.3.9-15.1.9-22.4 0-.3-1.1-.4-2.2-.3-3.5Z");
const star = (x: number) => shape("#ffe066", `M${x} 26.5l2.2 4.6 5 .6-3.7 3.5 1 5-4.5-2.5-4.5 2.5 1-5-3.7-3.5 5-.6Z`);

/** From every mood but a bad one. */
export const FACES = {
  grin: EYES + GRIN,
  wink: dot(INK, 24, 33.5, 2.7, 3.5) + lines("M36 34.5c1.7-2.6 6.3-2.6 8 0M22.5 43.5c4.5 5.5 14 5.5 19-.5"),
  cool:
    shape(
      INK,
      "M14.5 29h35l-1.2 6.5c-.6 3-3.2 5-6.3 5s-5.7-2-6.3-5l-.7-2.7c-.5-1.6-3.5-1.6-4 0l-.7 2.7c-.6 3-3.2 5-6.3 5s-5.7-2-6.3-5Z",
    ) +
    `<path stroke="${TEETH}" stroke-width="2" stroke-linecap="round" d="m20 32 3.5 4M39 32l3.5 4"/>` +
    lines("M25.5 48.5h7.5c3.5 0 5.8-1.2 7-3.8"),
  starry: star(22.5) + star(41.5) + GRIN,
  joy:
    lines("m18.5 29.5 6.5 3.6-6.3 3.2M45.5 29.5 39 33.1l6.3 3.2") +
    shape(INK, "M18 40.5c9.3 1.2 18.7 1.2 28 0 .8 8.7-5.2 15-14 15s-14.8-6.3-14-15Z") +
    shape(TONGUE, "M23 51.8c2.3-2.7 5.5-4.3 9-4.3s6.7 1.6 9 4.3c-2.4 2.4-5.5 3.7-9 3.7s-6.6-1.3-9-3.7Z"),
  tongue: EYES + shape(TONGUE, "M29 44h10v6c0 2.9-2.1 5-5 5s-5-2.1-5-5Z") + lines("M20.5 42.5c7.5 2.8 15.5 2.8 23 0"),
  sly:
    shape(INK, "M19 32h9.5c0 3-2 5-4.5 5s-4.5-2-5-5ZM36 32h9.5c-.5 3-2.5 5-5 5s-4.5-2-4.5-5Z") +
    lines("M18.5 31.5h10M35.5 31.5h10M24 47.5h9c4 0 6.5-1.7 7.5-5"),
  wow:
    dot(TEETH, 23.5, 32.5, 5.4, 6) +
    dot(TEETH, 40.5, 32.5, 5.4, 6) +
    dot(INK, 24.5, 33, 2.6, 3) +
    dot(INK, 39.5, 33, 2.6, 3) +
    dot(INK, 32, 48.5, 4.2, 5.2),
  bliss:
    lines("M18.5 35c1.5-4.8 8-4.8 9.5 0M36 35c1.5-4.8 8-4.8 9.5 0M22 43.5c4.5 6.5 15.5 6.5 20 0") +
    `<g opacity=".5">${dot(TONGUE, 17.5, 42, 3.6, 2.4)}${dot(TONGUE, 46.5, 42, 3.6, 2.4)}</g>`,
  gent:
    EYES +
    `<circle cx="40" cy="33.5" r="6.4" fill="none" stroke="${INK}" stroke-width="2"/><path fill="none" stroke="${INK}" stroke-width="1.5" d="M46 36.5c1.5 5 1.5 9-1 14"/>` +
    shape(
      INK,
      "M32 44.5c-2.5-3.3-8.5-3-10.5.8-.7 1.3-2.2 1.5-3.5.7.7 4 9.5 5.5 14 1 4.5 4.5 13.3 3 14-1-1.3.8-2.8.6-3.5-.7-2-3.8-8-4.1-10.5-.8Z",
    ),
} as const;

/** Light enough for a face in ink. */
export const HEADS = {
  tangerine: "#ff8a4c",
  honey: "#f7b731",
  olive: "#b8c552",
  leaf: "#62c97a",
  teal: "#45c9bf",
  lagoon: "#4cc3e6",
  blue: "#7fb0ff",
  indigo: "#a3a0ff",
  grape: "#c394f5",
  orchid: "#f08ade",
  rose: "#ff8fae",
  cherry: "#ff7a70",
} as const;

export const HATS = {
  none: "",
  cap:
    shape("#2f56c4", "M14.5 25.5C14 15 21.5 9 32 9s18 6 17.5 16.5c-11 2.5-24 2.5-35 0Z") +
    shape("#20409a", "M30 23.5c10-3 24-2.5 29.5 2.5-7 2.5-19 3-29.5 0Z") +
    dot("#20409a", 32, 9, 2.6, 1.8),
  party:
    shape("#e64980", "M32 1 21 21.5c7 2.7 15 2.7 22 0Z") +
    shape("#ffd43b", "m27.6 9.2 7.3-2.7 2 3.7-11.5 3.1ZM23.7 16.5l15.5-2.6 2 3.7-19.2 2.1Z") +
    dot("#4dabf7", 32, 3, 3.6),
  crown:
    shape("#ffcb2e", "M16.5 22.5 14 7.5l9.5 6.5L32 3.5l8.5 10.5L50 7.5l-2.5 15c-9.5 3.3-21.5 3.3-31 0Z") +
    shape("#e8a800", "M16.5 22.5l-.7-4.3c10 3 22.4 3 32.4 0l-.7 4.3c-9.5 3.3-21.5 3.3-31 0Z") +
    dot("#e03131", 32, 15.5, 2.4) +
    dot("#1c7ed6", 23, 17, 1.7) +
    dot("#1c7ed6", 41, 17, 1.7),
  beanie:
    shape("#0f8a7e", "M14 24c0-9.5 7.5-16 18-16s18 6.5 18 16Z") +
    shape("#8ce0d5", "M12.5 22c12.5-2.5 26.5-2.5 39 0 1 0 1.5 7-.5 7-12.5-2.5-25.5-2.5-38 0-2 0-1.5-7-.5-7Z") +
    dot("#8ce0d5", 32, 7, 4.5),
  tophat:
    shape("#33302e", "M20.5 2.5c7-1.5 16-1.5 23 0L42 20H22Z") +
    shape("#e03131", "M21.4 13.5c7 1.5 14.2 1.5 21.2 0L42 19.5H22Z") +
    shape("#33302e", "M11.5 19c13 3.5 28 3.5 41 0 2 3.5-7.5 7-20.5 7S9.5 22.5 11.5 19Z"),
  flower:
    [
      [47, 11],
      [53, 15.5],
      [50.7, 22.5],
      [43.3, 22.5],
      [41, 15.5],
    ]
      .map(([x, y]) => dot("#fffaf2", x!, y!, 4.6))
      .join("") + dot("#ffb703", 47, 17.3, 4),
  bow:
    shape("#e8408a", "M32 15.5C27 8 19 5.5 15.5 8c-2 3-2 12 0 15 3.5 2.5 11.5 0 16.5-7.5Z") +
    shape("#e8408a", "M32 15.5c5-7.5 13-10 16.5-7.5 2 3 2 12 0 15-3.5 2.5-11.5 0-16.5-7.5Z") +
    dot("#a61e5d", 32, 15.5, 4.2, 4.6),
  headphones:
    '<path fill="none" stroke="#33302e" stroke-width="4.5" stroke-linecap="round" d="M11 37C8.5 21 18 12.5 32 12.5S55.5 21 53 37"/>' +
    '<rect fill="#e8590c" x="5.5" y="31" width="9.5" height="16" rx="4.5"/><rect fill="#e8590c" x="49" y="31" width="9.5" height="16" rx="4.5"/>',
  propeller:
    shape("#e03131", "M14.5 25C14.5 15 22 9.5 32 9.5S49.5 15 49.5 25c-10.5 2.8-24.5 2.8-35 0Z") +
    shape("#ffd43b", "M25.5 26.7C25 19 27 11 32 9.5c5 1.5 7 9.5 6.5 17.2-4.3.5-8.7.5-13 0Z") +
    '<path stroke="#33302e" stroke-width="2.5" stroke-linecap="round" d="M32 9.5V5"/>' +
    dot("#1c7ed6", 23.5, 4.5, 8, 2.6) +
    dot("#1c7ed6", 40.5, 4.5, 8, 2.6),
} as const;

/** Behind the head. The id chooses one, so that two people with the same face, colour and hat still differ. */
export const BACKDROPS = ["ffe0c2", "ffefb0", "dff0bd", "c5efe2", "cbe7fb", "dddcff", "f7d6f3", "ffd5d3"] as const;

export const headOf = (fill: string) => shape(fill, HEAD);
export const backdropOf = (fill: string) => `<path fill="#${fill}" d="M0 0h64v64H0Z"/>`;
