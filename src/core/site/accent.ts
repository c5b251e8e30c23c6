import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import { contrast, distance, hexOfOklab, luminance, mix, oklabOf } from "./colours.ts";

/** Of a site that has not chosen another. */
export const DEFAULT_ACCENT = "#ff8a4c";

/** What the accent is seen on, as in public/css/tokens.css. */
export const SURFACES = {
  light: { paper: "#fbf6ec", card: "#fffdf9", well: "#f4ecdd", tint: "#ffe8d4" },
  dark: { paper: "#171310", card: "#201a15", well: "#100d0a", tint: "#3a2417" },
} as const;
export type Scheme = keyof typeof SURFACES;
/** Texts on the accent, the best first. */
const INKS = ["#221a12", "#ffffff", "#000000"];

/** WCAG 2.2, level AA: 1.4.11 for what is no text, 1.4.3 for text. */
const SHAPE_CONTRAST = 3;
const TEXT_CONTRAST = 4.5;
const STEPS = 500;

/** Everything the stylesheet makes of an accent. */
export interface Palette {
  accent: string;
  /** Text on it. */
  onAccent: string;
  /** Below a pointer: further from its text. */
  hover: string;
  /** Faces that nobody has chosen. */
  asleep: Record<Scheme, string>;
  /** The accent as text, which has to be darker by day and lighter by night. */
  text: Record<Scheme, string>;
  /** A pale background. */
  tint: Record<Scheme, string>;
}

const surfacesOf = (scheme: Scheme) => {
  const { paper, card, well } = SURFACES[scheme];
  return [paper, card, well];
};

/** The same colour in all lightnesses, from black to white. */
const shadesOf = (hex: string): string[] => {
  const [, a, b] = oklabOf(hex);
  return Array.from({ length: STEPS + 1 }, (_, i) => hexOfOklab([i / STEPS, a, b]));
};

const nearest = (hex: string, shades: string[]): string =>
  shades.reduce((best, shade) => (distance(hex, shade) < distance(hex, best) ? shade : best));

const stands = (hex: string, surfaces: readonly string[], least: number) =>
  surfaces.every((surface) => contrast(hex, surface) >= least);

/** Whether buttons, lines and bars in this colour can be seen by day and by night. Text on it always finds an ink. */
export const isAccent = (hex: string): boolean =>
  stands(hex, [...surfacesOf("light"), ...surfacesOf("dark")], SHAPE_CONTRAST);

/** The nearest colour of the same hue that can be seen by day and by night. */
export const nearestAccent = (hex: string): string => nearest(hex, shadesOf(hex).filter(isAccent));

/** Legible on the accent: there is always one. */
export const inkOn = (accent: string): string => INKS.find((ink) => contrast(ink, accent) >= TEXT_CONTRAST)!;

export function paletteOf(accent: string): Palette {
  const onAccent = inkOn(accent);
  const hover = mix(accent, luminance(onAccent) > luminance(accent) ? "#000000" : "#ffffff", 0.18);
  const tint = { light: tintOf(accent, "light"), dark: tintOf(accent, "dark") };
  const textOn = (scheme: Scheme) => {
    const surfaces = [...surfacesOf(scheme), tint[scheme]];
    return nearest(
      accent,
      shadesOf(accent).filter((shade) => stands(shade, surfaces, TEXT_CONTRAST)),
    );
  };
  const asleep = { light: asleepOf(accent, onAccent, "light"), dark: asleepOf(accent, onAccent, "dark") };
  return { accent, onAccent, hover, asleep, text: { light: textOn("light"), dark: textOn("dark") }, tint };
}

/** As pale as it can be while one can still see the face in it. */
function asleepOf(accent: string, line: string, scheme: Scheme): string {
  for (let percent = 55; percent > 0; percent--) {
    const shade = mix(accent, SURFACES[scheme].card, percent / 100);
    if (contrast(line, shade) >= SHAPE_CONTRAST) return shade;
  }
  return accent;
}

/** As strong as it can be while every text that is legible on our own tint is legible on this one. */
function tintOf(accent: string, scheme: Scheme): string {
  const { card, tint } = SURFACES[scheme];
  const limit = luminance(tint);
  const fits = (shade: string) => (scheme === "light" ? luminance(shade) >= limit : luminance(shade) <= limit);
  for (let percent = 30; percent > 0; percent--) {
    const shade = mix(card, accent, percent / 100);
    if (fits(shade)) return shade;
  }
  return card;
}

/** Undefined for our own. A colour that is hard to see is refused, with the nearest one that is not. */
export function cleanAccent(text: string): string | undefined {
  const typed = text.trim().toLowerCase();
  if (typed === "" || typed === DEFAULT_ACCENT) return undefined;
  const accent = parseAccent(typed);
  if (accent === undefined)
    throw new DomainError("invalid", message("error.accent-format", { example: "#2f6fde" }), { field: "accent" });
  if (isAccent(accent)) return accent;
  const scheme = stands(accent, surfacesOf("light"), SHAPE_CONTRAST) ? "dark" : "light";
  const ratio = Math.min(...surfacesOf(scheme).map((surface) => contrast(accent, surface)));
  throw new DomainError(
    "invalid",
    message(`error.accent-${scheme}`, {
      color: accent,
      // Rounded down, because 2.96 is not 3.
      contrast: (Math.floor(ratio * 10) / 10).toFixed(1),
      nearest: nearestAccent(accent),
    }),
    { field: "accent" },
  );
}

/** As #rrggbb; undefined if it is no colour. */
export function parseAccent(text: string): string | undefined {
  const [, digits] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/.exec(text.trim().toLowerCase()) ?? [];
  if (digits === undefined) return undefined;
  return `#${digits.length === 3 ? [...digits].map((one) => one + one).join("") : digits}`;
}
