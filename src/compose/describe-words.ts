import { cleanText } from "./clean-text.ts";
import type { Recipe } from "./recipe.ts";

/** For people who can't see the picture: its words are most of what it says. */
export const describeWords = ({ boxes }: Pick<Recipe, "boxes">, most: number): string =>
  cut(
    boxes
      .map(({ text, language }) => onOneLine(cleanText(text, { upperCase: false, language })))
      .filter(Boolean)
      .join(" / "),
    most,
  );

export const onOneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

const cut = (text: string, most: number) => Array.from(text).slice(0, most).join("").trimEnd();
