import type { Page } from "playwright-core";

import type { Recipe } from "../../src/compose/recipe.ts";
import { until } from "../until.ts";
import type { World } from "../world.ts";

/** The newest meme, and how it was made. */
export async function newestMade({ db }: World) {
  const meme = await db.selectFrom("memes").selectAll().orderBy("id", "desc").limit(1).executeTakeFirstOrThrow();
  const made = await db.selectFrom("recipes").selectAll().where("meme_id", "=", meme.id).executeTakeFirst();
  return { meme, made, recipe: made?.recipe ? (JSON.parse(made.recipe) as Recipe) : undefined };
}

export async function openEditor(page: Page, path: string) {
  await page.goto(path);
  await page.waitForSelector("meme-maker[data-ready] .make-sheet");
}

/** Waits until this many items are drawn: texts become paths, and are nothing until they do. */
export const drawn = (page: Page, items: number) =>
  page.waitForFunction((wanted) => document.querySelectorAll(".make-overlay > g:has(path)").length === wanted, items);

export async function send(page: Page) {
  await page.click("[data-send]");
  await page.waitForURL(/\/meme\/\d+$/);
}

export async function drag(page: Page, selector: string, across: number, down: number) {
  const { x, y, width, height } = (await page.locator(selector).boundingBox())!;
  const from = { x: x + width / 2, y: y + height / 2 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + across, from.y + down, { steps: 5 });
  await page.mouse.up();
}

/** Where the frame of an item is, in percent of the picture. */
export const placeOf = (page: Page, item: string) =>
  page.locator(`[data-item="${item}"]`).evaluate(({ style }) => ({
    left: Number.parseFloat(style.left),
    top: Number.parseFloat(style.top),
    width: Number.parseFloat(style.width),
    rotate: style.rotate,
  }));

/** Waits until the browser has kept a draft with this in it. */
export const kept = (page: Page, text: string) => until(async () => (await draftsOf(page)).includes(text));

const draftsOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open("guffaw-make");
        opening.addEventListener("success", () => {
          const { result } = opening;
          const reading = result.transaction("drafts").objectStore("drafts").getAll();
          reading.addEventListener("success", () => {
            result.close();
            resolve(JSON.stringify(reading.result));
          });
        });
      }),
  );
