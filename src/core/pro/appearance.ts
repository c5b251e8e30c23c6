import type { Appearance as ChosenAppearance, User } from "../../entities/user.ts";
import { isPro } from "../access.ts";

/**
 * What a name and a cover can be coloured in. Here is what the API gives; the stylesheet has for each a shade that can
 * be read by day and one by night, because letters in any colour could not be.
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

/** Each is a file in public/backgrounds/, at an address that stays. */
export const PATTERNS = ["dots", "waves", "zigzag", "checks", "bubbles", "confetti", "stars", "grins"] as const;
export type Pattern = (typeof PATTERNS)[number];

export interface Appearance {
  name?: Color;
  cover?: Color;
  pattern?: Pattern;
}

const colorOf = (hex: string | undefined) => COLOR_NAMES.find((name) => COLORS[name] === hex);

/** What somebody has chosen, whether it shows or not. */
export const chosenAppearance = ({ nameColor, backgroundColor, backgroundUrl }: ChosenAppearance): Appearance => ({
  name: colorOf(nameColor),
  cover: colorOf(backgroundColor),
  pattern: PATTERNS.find((name) => name === backgroundUrl),
});

/** What others see of it: nothing any more from the moment in which Pro ends. */
export const appearanceOf = (user: User, now: number): Appearance => (isPro(user, now) ? chosenAppearance(user) : {});
