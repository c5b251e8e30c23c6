import type { RecipeInput } from "../../src/compose/recipe.ts";

type Box = NonNullable<RecipeInput["boxes"]>[number];
/** Left, top, width and height, in units of a drawing that is 800 wide. */
export type Place = readonly [x: number, y: number, width: number, height: number];
export type Prepared = Omit<Box, "x" | "y" | "width" | "height" | "text"> & { place: Place };

/** The ink that everything is outlined with. */
export const INK = "#1d1b38";
const RED = "#c2332f";

/** The classic: large white capitals with an outline. */
export const caption = (...place: Place): Prepared => ({
  place,
  upperCase: true,
  outline: { color: INK, width: 0.17 },
  size: { kind: "fit", most: 0.115 },
});

/** A name on somebody or something. */
export const label = (...place: Place): Prepared => ({ ...caption(...place), size: { kind: "fit", most: 0.07 } });

/** What is said in a bubble or written by hand. */
export const speech = (...place: Place): Prepared => ({
  place,
  font: "comic-relief",
  color: INK,
  size: { kind: "fit", most: 0.062 },
});

/** Printed on a board, a sign or a poster. */
export const sign = (...place: Place): Prepared => ({
  place,
  upperCase: true,
  color: INK,
  size: { kind: "fit", most: 0.11 },
});

export const red = (box: Prepared): Prepared => ({ ...box, color: RED });
export const turned = (rotation: number, box: Prepared): Prepared => ({ ...box, rotation });
export const upTo = (most: number, box: Prepared): Prepared => ({ ...box, size: { kind: "fit", most } });
export const fromLeft = (box: Prepared): Prepared => ({ ...box, align: "left" });
export const atTop = (box: Prepared): Prepared => ({ ...box, vertical: "top" });
export const atBottom = (box: Prepared): Prepared => ({ ...box, vertical: "bottom" });
