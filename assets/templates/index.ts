import type { Recipe, RecipeInput } from "../../src/compose/recipe.ts";
import type { Place } from "./boxes.ts";
import { CHOICES } from "./choices.ts";
import { LABELS } from "./labels.ts";
import { SCENES } from "./scenes.ts";
import { SPEECHES } from "./speeches.ts";
import type { Drawn } from "./drawn.ts";

/** A template that a new site begins with. */
export interface StarterTemplate {
  /** Never changes: by it a site knows that it has the template already. */
  slug: string;
  /** Relative to this folder. */
  file: string;
  name: string;
  alt: string;
  tags: readonly string[];
  /** Its prepared boxes, empty. What is missing is the base: see `recipeWith`. */
  recipe: Omit<RecipeInput, "panels">;
  /** One for each box. */
  texts: readonly string[];
}

const WIDTH = 1080;
const UNITS = 800;

const share = (value: number, of: number) => Math.round((value / of) * 10_000) / 10_000;

function toTemplate({ slug, height, boxes, ...rest }: Drawn): StarterTemplate {
  const placed = ([x, y, across, down]: Place) => ({
    x: share(x, UNITS),
    y: share(y, height),
    width: share(across, UNITS),
    height: share(down, height),
  });
  return {
    slug,
    file: `${slug}.webp`,
    ...rest,
    recipe: {
      version: 1,
      width: WIDTH,
      height: (WIDTH * height) / UNITS,
      boxes: boxes.map(({ place, ...box }) => ({ ...box, ...placed(place), text: "" })),
    },
  };
}

/** Drawn by scripts/draw-templates.ts; under the project's licence. */
export const TEMPLATES: readonly StarterTemplate[] = [...SCENES, ...CHOICES, ...LABELS, ...SPEECHES].map(toTemplate);

/** The recipe of a picture made with a template: with this base, and these words in its boxes. */
export const recipeWith = (
  { recipe }: Pick<StarterTemplate, "recipe">,
  base: Recipe["panels"][number]["base"],
  texts: readonly string[] = [],
): RecipeInput => ({
  ...recipe,
  panels: [{ base }],
  boxes: (recipe.boxes ?? []).map((box, at) => ({ ...box, text: texts[at] ?? "" })),
});
