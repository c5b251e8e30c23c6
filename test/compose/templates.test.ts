import { describe, expect, test } from "bun:test";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

import { recipeWith, TEMPLATES } from "../../assets/templates/index.ts";
import type { Item } from "../../src/compose/display-list.ts";
import { layOut } from "../../src/compose/layout.ts";
import { readRecipe, type Recipe } from "../../src/compose/recipe.ts";
import { tagNamed } from "../../src/entities/tag.ts";
import { makePicture } from "../../src/images/process.ts";
import { library } from "../../src/images/render-recipe.ts";
import { ROOT } from "../world.ts";

const FOLDER = join(ROOT, "assets/templates");
const base = { kind: "template", id: "1" } as const;

function recipeOf(template: (typeof TEMPLATES)[number], texts: readonly string[] = template.texts): Recipe {
  const read = readRecipe(recipeWith(template, base, texts));
  if (!("recipe" in read)) throw new Error(`${template.slug}: ${JSON.stringify(read.refused)}`);
  return read.recipe;
}

const each = TEMPLATES.map((template) => [template.slug, template] as const);

describe("the starter templates", () => {
  test("are at least 24, each with a picture, and small together", () => {
    expect(TEMPLATES.length).toBeGreaterThanOrEqual(24);
    expect(new Set(TEMPLATES.map(({ name }) => name)).size).toBe(TEMPLATES.length);
    const pictures = readdirSync(FOLDER).filter((file) => file.endsWith(".webp"));
    expect(TEMPLATES.map(({ file }) => file).sort()).toEqual(pictures.sort());
    expect(pictures.reduce((sum, file) => sum + statSync(join(FOLDER, file)).size, 0)).toBeLessThan(1_500_000);
  });

  test.each(each)("%s is complete", async (_, template) => {
    const { width, height, boxes = [] } = template.recipe;
    const bytes = await Bun.file(join(FOLDER, template.file)).bytes();
    expect(await sharp(bytes).metadata()).toMatchObject({ width, height, format: "webp" });
    expect(template.texts).toHaveLength(boxes.length);
    expect(template.texts.some((text) => text !== "")).toBeTrue();
    expect(template.alt.length).toBeGreaterThan(40);
    expect(template.tags.map(tagNamed)).toEqual([...template.tags]);
    const { picture } = await makePicture({ recipe: recipeOf(template), format: "jpeg", sources: [bytes] });
    expect(picture).toMatchObject({ width, height });
  });

  /** Size of letters in shares of the width: 16 of a phone's 390 pixels. Smaller than this, words would be cut. */
  const READABLE = 0.04;

  test.each(each)("%s has room for its words, large enough to read", async (_, template) => {
    const recipe = recipeOf(template);
    for (const box of recipe.boxes.filter(({ text }) => text !== "")) {
      const outline = box.outline ?? { color: "#000000", width: 0.05 };
      const alone = { ...recipe, boxes: [{ ...box, rotation: 0, outline }] };
      const [layer] = layOut(alone, await library.open(alone)).layers;
      const { left, top, right, bottom } = layer!.bounds;
      expect(left, box.text).toBeGreaterThan(box.x * recipe.width - 1);
      expect(top, box.text).toBeGreaterThan(box.y * recipe.height - 1);
      expect(right, box.text).toBeLessThan((box.x + box.width) * recipe.width + 1);
      expect(bottom, box.text).toBeLessThan((box.y + box.height) * recipe.height + 1);
      expect(strokeOf(layer!.item) / outline.width / recipe.width, box.text).toBeGreaterThan(READABLE);
    }
  });
});

const strokeOf = (item: Item): number =>
  item.kind === "path" ? (item.strokeWidth ?? 0) : Math.max(...item.items.map(strokeOf));
