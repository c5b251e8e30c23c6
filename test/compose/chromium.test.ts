import { afterAll, beforeAll, expect, test } from "bun:test";
import { basename, join } from "node:path";
import type { Page } from "playwright-core";

import { layOut } from "../../src/compose/layout.ts";
import { printSvg } from "../../src/compose/print.ts";
import type { Recipe } from "../../src/compose/recipe.ts";
import { fromPixels } from "../../src/images/decode.ts";
import { drawStill, library } from "../../src/images/render-recipe.ts";
import { LAUNCH_TIMEOUT, sharedChromium } from "../chromium.ts";
import { ROOT } from "../world.ts";
import type { compare } from "./page.ts";
import { FIFTY } from "./recipes.ts";

const lists = await Promise.all(FIFTY.map(async (recipe) => layOut(recipe, await library.open(recipe))));
const bundle = Bun.build({
  entrypoints: [join(import.meta.dir, "page.ts")],
  target: "browser",
  // Imported by the shaper only in Node.
  external: ["module"],
});

async function serverPicture(at: number): Promise<Response> {
  const pixels = await drawStill(FIFTY[at]!, lists[at]!, []);
  return new Response(new Uint8Array(await fromPixels(pixels).png({ compressionLevel: 1 }).toBuffer()));
}

const server = Bun.serve({
  port: 0,
  routes: {
    "/": new Response("<!doctype html>", { headers: { "content-type": "text/html" } }),
    "/page.js": async () => new Response((await bundle).outputs[0]),
    "/harfbuzz.wasm": new Response(Bun.file(join(ROOT, "node_modules/harfbuzzjs/dist/harfbuzz.wasm"))),
    "/fonts/:file": ({ params }) => new Response(Bun.file(join(ROOT, "assets/fonts", basename(params.file)))),
    "/emoji/:file": async ({ params }) => {
      const file = Bun.file(join(ROOT, "assets/emoji", basename(params.file)));
      return (await file.exists()) ? new Response(file) : new Response("", { status: 404 });
    },
    "/stickers/:file": ({ params }) => new Response(Bun.file(join(ROOT, "assets/stickers", basename(params.file)))),
    "/server/:at": ({ params }) => serverPicture(Number(params.at)),
  },
});

let page: Page;

beforeAll(async () => {
  page = await (await sharedChromium()).newPage();
  await page.goto(server.url.href);
  await page.addScriptTag({ type: "module", url: "/page.js" });
  await page.waitForFunction(() => "compare" in globalThis);
}, LAUNCH_TIMEOUT);

afterAll(() => server.stop(true));

const compared = (recipe: Recipe, at: number) =>
  page.evaluate(([one, address]) => (globalThis as unknown as { compare: typeof compare }).compare(one, address), [
    recipe,
    `/server/${at}`,
  ] as const);

test("fifty recipes are laid out alike, byte for byte, and painted alike in Chromium and on the server", async () => {
  expect(FIFTY).toHaveLength(50);
  for (const [at, recipe] of FIFTY.entries()) {
    const { svg, isSame, different } = await compared(recipe, at);
    const which = `${at}: ${recipe.boxes[0]?.text ?? ""}`;
    expect(svg === printSvg(lists[at]!), which).toBeTrue();
    expect(isSame, which).toBeTrue();
    expect(different, which).toBeLessThan(0.01);
  }
});

test("another text of the same look does not pass for the same picture", async () => {
  expect((await compared(FIFTY[0]!, 6)).different).toBeGreaterThan(0.05);
});
