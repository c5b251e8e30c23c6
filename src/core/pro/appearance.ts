import type { Appearance as ChosenAppearance, User } from "../../entities/user.ts";
import { isPro } from "../access.ts";

/**
 * Colours for names and covers, as the API returns them. The stylesheet has a readable light and dark shade of each,
 * since arbitrary colours could not be read.
 */
export const COLORS = {
  tangerine: "f67f2f",
  honey: "e9ab2b",
  olive: "9ca73e",
  leaf: "43b25c",
  teal: "25aea7",
  lagoon: "00a9cd",
  blue: "3783f0",
  indigo: "6965e6",
  grape: "9b5ad9",
  orchid: "d858c2",
  rose: "f35a88",
  cherry: "e64343",
} as const;

export type Color = keyof typeof COLORS;
export const COLOR_NAMES = Object.keys(COLORS) as Color[];

/** Each is a file in public/backgrounds/ with a permanent address. */
export const PATTERNS = ["dots", "waves", "zigzag", "checks", "bubbles", "confetti", "stars", "grins"] as const;
export type Pattern = (typeof PATTERNS)[number];

export interface Appearance {
  name?: Color;
  cover?: Color;
  pattern?: Pattern;
}

const colorOf = (hex: string | undefined) => COLOR_NAMES.find((name) => COLORS[name] === hex);

/** What somebody has chosen, whether or not it shows. */
export const chosenAppearance = ({ nameColor, backgroundColor, backgroundUrl }: ChosenAppearance): Appearance => ({
  name: colorOf(nameColor),
  cover: colorOf(backgroundColor),
  pattern: PATTERNS.find((name) => name === backgroundUrl),
});

/** What others see: nothing once Pro has ended. */
export const appearanceOf = (user: User, now: number): Appearance => (isPro(user, now) ? chosenAppearance(user) : {});
