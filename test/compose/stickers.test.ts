import { describe, expect, test } from "bun:test";
import { join } from "node:path";

import type { EmojiShape } from "../../src/compose/emoji.ts";
import { layOut } from "../../src/compose/layout.ts";
import { Library } from "../../src/compose/library.ts";
import { printSvg } from "../../src/compose/print.ts";
import type { Recipe } from "../../src/compose/recipe.ts";
import { STICKER_FILE, STICKER_NAMES, type StickerName } from "../../src/compose/stickers.ts";
import { drawOwnSvg } from "../../src/images/own-svg.ts";
import { message } from "../../src/words/messages.ts";
import { wordsIn } from "../../src/words/words.ts";
import { ROOT } from "../world.ts";
import { parsed } from "./recipes.ts";

const read = (folder: string, file: string) => Bun.file(join(ROOT, "assets", folder, file)).json();
const loaded: string[] = [];
const library = new Library({
  font: () => Promise.reject(new Error("No font is needed.")),
  emoji: (file) => read("emoji", file),
  stickers: (file) => {
    loaded.push(file);
    return read("stickers", file);
  },
});
const listOf = async (recipe: Recipe) => layOut(recipe, await library.open(recipe));

describe("stickers of the house", () => {
  const crown = { sticker: "crown" as const, x: 0.5, y: 0.5, size: 0.2 };

  test("are loaded when they are needed, and drawn where they are put", async () => {
    await library.open(parsed({ stickers: [{ ...crown, sticker: undefined, emoji: "👑" }] }));
    expect(loaded).toEqual([]);
    const { layers } = await listOf(parsed({ stickers: [crown, { ...crown, mirrored: true }] }));
    expect(loaded).toEqual([STICKER_FILE]);
    expect(layers.map(({ item }) => item.transform)).toEqual([
      "translate(180 180) scale(2 2)",
      "translate(252 180) scale(-2 2)",
    ]);
    expect(layers[0]!.bounds).toEqual({ left: 180, top: 180, right: 252, bottom: 252 });
    expect(layers[0]!.item).not.toEqual(
      (await listOf(parsed({ stickers: [{ ...crown, sticker: "star" }] }))).layers[0]!.item,
    );
  });

  test("are nothing but shapes in our colours, each with a name", async () => {
    const drawings = (await read("stickers", STICKER_FILE)) as Record<string, EmojiShape[]>;
    expect(Object.keys(drawings)).toEqual([...STICKER_NAMES]);
    for (const [name, shapes] of Object.entries(drawings)) {
      expect(wordsIn("de").translate(message(`sticker.${name as StickerName}`)), name).not.toBe("");
      for (const {
        d,
        fill,
        stroke = fill,
        strokeWidth = 1,
        opacity = 1,
        transform = "rotate(0 0 0)",
        ...rest
      } of shapes) {
        expect(d, name).toMatch(/^M[MmLlHhVvCcQqAaZz\d\s.-]+$/);
        expect(`${fill ?? stroke} ${stroke}`, name).toMatch(/^#[0-9a-f]{6} #[0-9a-f]{6}$/);
        expect(transform, name).toMatch(/^rotate\([-\d ]+\)$/);
        expect([strokeWidth > 0, opacity > 0, rest], name).toEqual([true, true, {}]);
      }
    }
  });

  test("stay within their square, since nothing else is drawn again", async () => {
    for (const sticker of STICKER_NAMES) {
      const list = await listOf(parsed({ stickers: [{ sticker, x: 0.25, y: 0.25, size: 0.5 }] }));
      const { data, info } = await drawOwnSvg(printSvg(list));
      const isInked = (inside: boolean) => (_: unknown, at: number) => {
        const [x, y] = [at % info.width, Math.floor(at / info.width)];
        return (Math.min(x, y) >= 90 && Math.max(x, y) < 270) === inside && data[at * 4 + 3]! > 0;
      };
      const pixels = Array.from({ length: info.width * info.height });
      expect(pixels.filter(isInked(false)).length, sticker).toBe(0);
      expect(pixels.filter(isInked(true)).length, sticker).toBeGreaterThan(2000);
    }
  });
});
