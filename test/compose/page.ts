// Bundled for Chromium by chromium.test.ts: the same layout as on the server, with files fetched instead of read.
import { layOut } from "../../src/compose/layout.ts";
import { Library } from "../../src/compose/library.ts";
import { placePanels } from "../../src/compose/panels.ts";
import { printElements, printSvg } from "../../src/compose/print.ts";
import type { Recipe } from "../../src/compose/recipe.ts";

const library = new Library({
  font: async (file) => (await fetch(`/fonts/${file}`)).bytes(),
  emoji: async (file) => {
    const found = await fetch(`/emoji/${file}`);
    return found.ok ? found.json() : undefined;
  },
  stickers: async (file) => (await fetch(`/stickers/${file}`)).json(),
});

/** The SVG, whether elements say the same, and the share of pixels that differ from those of the server. */
export async function compare(recipe: Recipe, servers: string) {
  const list = layOut(recipe, await library.open(recipe));
  const svg = printSvg(list);
  const elements = printElements(list, (name) => document.createElementNS("http://www.w3.org/2000/svg", name));
  const isSame = new XMLSerializer().serializeToString(elements) === svg;
  const ours = await pixelsOf(recipe, async (canvas) => {
    paintPanels(canvas, recipe);
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    await image.decode();
    canvas.drawImage(image, 0, 0);
  });
  const theirs = await pixelsOf(recipe, async (canvas) => {
    canvas.drawImage(await createImageBitmap(await (await fetch(servers)).blob()), 0, 0);
  });
  return { svg, isSame, different: differing(ours, theirs) };
}

function paintPanels(canvas: OffscreenCanvasRenderingContext2D, recipe: Recipe) {
  canvas.fillStyle = recipe.background;
  canvas.fillRect(0, 0, recipe.width, recipe.height);
  for (const [at, { left, top, right, bottom }] of placePanels(recipe).entries()) {
    const { base } = recipe.panels[at]!;
    if (base.kind !== "color") continue;
    canvas.fillStyle = base.color;
    canvas.fillRect(left, top, right - left, bottom - top);
  }
}

type Paint = (canvas: OffscreenCanvasRenderingContext2D) => Promise<void>;

async function pixelsOf({ width, height }: Recipe, paint: Paint) {
  const canvas = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true })!;
  await paint(canvas);
  return canvas.getImageData(0, 0, width, height).data;
}

function differing(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  let count = 0;
  for (let at = 0; at < a.length; at += 4)
    if ([0, 1, 2, 3].some((channel) => Math.abs(a[at + channel]! - b[at + channel]!) > 32)) count++;
  return count / (a.length / 4);
}

Object.assign(globalThis, { compare });
