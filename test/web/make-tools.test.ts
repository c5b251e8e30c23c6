import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";

import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { addTemplate, make, plain } from "../make/making.ts";
import { moving } from "../pictures.ts";
import { openWorld, ROOT, type TestMember, type World } from "../world.ts";
import { faultsInBothSchemes } from "./axe.ts";
import { forgetCopies } from "./forget-copies.ts";
import { drag, drawn, newestMade, openEditor, placeOf, send } from "./maker.ts";
import { signInTab } from "./signed-in.ts";

const SLOW = 600_000;
const PICTURE = join(ROOT, "assets/starter/printer.png");
const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 860 } };

let browser: SharedBrowser;
let world: World;
let ada: TestMember;
let bob: TestMember;
let template: string;

beforeAll(async () => {
  world = await openWorld("SQLite");
  ada = await world.member({ name: "ada" });
  bob = await world.member({ name: "bob" });
  template = await addTemplate(world);
  browser = await sharedChromium();
}, LAUNCH_TIMEOUT);

beforeEach(() => forgetCopies(world));

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

const open = (page: Page) => openEditor(page, `/make?template=${template}`);

async function choosePicture(
  page: Page,
  button: string,
  picture: string | { name: string; mimeType: string; buffer: Buffer },
) {
  const choosing = page.waitForEvent("filechooser");
  await page.click(button);
  await (await choosing).setFiles(picture);
}

describe("the editor", () => {
  test(
    "sets font, colours, outline, shadow, capitals and size, for one text or all",
    async () => {
      await using tab = await signInTab(browser, world, ada, DESKTOP);
      const { page } = tab;
      await open(page);
      await page.fill("#make-text-0", "look at me");
      await drawn(page, 1);
      await page.click(".make-look-button >> nth=0");
      const look = page.locator("#make-text-0-look");
      await look.locator("select").selectOption("bangers");
      const color = (legend: string, name: string) =>
        look.locator(`fieldset:has(legend:text-is("${legend}"))`).getByRole("button", { name }).click();
      await color("Colour", "Yellow");
      await color("Outline", "Blue");
      await color("Shadow", "Red");
      await look.getByLabel("ALL CAPITALS").check();
      await look.getByLabel("Make it fit the box").uncheck();
      await look.getByRole("button", { name: "Left", exact: true }).click();
      await look.locator("summary").click();
      await look.getByLabel("Rotation (°)").fill("-12");
      await look.getByRole("button", { name: "Use this look for all text" }).click();
      await drawn(page, 1);
      await send(page);
      const [first, second] = (await newestMade(world)).recipe!.boxes;
      const common = { font: "bangers", color: "#ffe14d", upperCase: true, shadow: { color: "#e53935" } };
      expect(first).toMatchObject({ ...common, align: "left", rotation: -12, size: { kind: "fixed" } });
      expect(first!.outline).toMatchObject({ color: "#2979d9" });
      expect(second).toMatchObject({ ...common, align: "center", rotation: 0 });
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "adds texts and stickers, in layers that can be moved, doubled and deleted",
    async () => {
      await using tab = await signInTab(browser, world, ada, DESKTOP);
      const { page } = tab;
      await open(page);
      await page.fill("#make-text-0", "top");
      await page.click("text=Add text");
      await page.keyboard.type("third");
      await page.click("#make-tab-stickers");
      await page.getByRole("button", { name: "Crown" }).click();
      await page.fill("#make-emoji", "not one");
      await page.keyboard.press("Enter");
      expect(await page.textContent("#make-emoji-error")).toContain("🦆");
      await page.fill("#make-emoji", "🦆");
      await page.keyboard.press("Enter");
      await drawn(page, 4);
      await page.click("#make-tab-layers");
      const rows = () => page.locator(".make-layer-name").allTextContents();
      expect(await rows()).toEqual(["Text 3: third", "Text 2", "Text 1: top", "Sticker 🦆", "Sticker Crown"]);
      const up = page.getByRole("button", { name: "Move Sticker Crown up" });
      for (let times = 0; times < 4; times++) await up.click();
      expect(await up.isDisabled()).toBe(true);
      expect(await rows()).toEqual(["Sticker Crown", "Text 3: third", "Text 2", "Text 1: top", "Sticker 🦆"]);
      await page.getByRole("button", { name: "Duplicate Sticker Crown" }).click();
      await page.getByRole("button", { name: "Delete Text 2" }).click();
      expect(await rows()).toEqual(["Sticker Crown", "Sticker Crown", "Text 2: third", "Text 1: top", "Sticker 🦆"]);
      await page.click("[aria-label=Undo]");
      await page.click("[aria-label=Redo]");
      await page.getByRole("button", { name: "Delete Sticker 🦆" }).click();
      await drawn(page, 4);
      await send(page);
      const { recipe } = await newestMade(world);
      expect(recipe!.boxes.map(({ text }) => text)).toEqual(["top", "third"]);
      expect(recipe!.stickers.map(({ emoji, sticker }) => emoji ?? sticker)).toEqual(["crown", "crown"]);
      const topmost = Math.max(...recipe!.boxes.map(({ layer }) => layer!));
      expect(recipe!.stickers.every(({ layer }) => layer! > topmost)).toBe(true);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "goes on to a neighbour when something is deleted, and takes that back from anywhere",
    async () => {
      await using tab = await signInTab(browser, world, ada, DESKTOP);
      const { page } = tab;
      await open(page);
      const focused = () =>
        page.evaluate(() => {
          const { dataset, id, textContent } = document.activeElement as HTMLElement;
          return dataset.item ?? dataset.act ?? (id || textContent);
        });
      const items = () => page.locator(".make-item").count();
      await page.locator('[data-item="box-0"]').focus();
      await page.keyboard.press("Delete");
      expect(await focused()).toBe("box-0");
      await page.keyboard.press("Delete");
      expect([await items(), await focused()]).toEqual([0, "Add text"]);
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await page.keyboard.press("Control+z");
      await page.keyboard.press("Control+z");
      expect(await items()).toBe(2);
      await page.click("#make-tab-layers");
      await page.getByRole("button", { name: "Delete Bottom text" }).click();
      expect(await focused()).toBe("delete box-0");
      await page.keyboard.press("Enter");
      expect([await items(), await focused()]).toEqual([0, "Add text"]);
      await page.keyboard.press("Control+z");
      await page.click(".make-look-button");
      await page.fill("[name=caption]", "a typo of its own");
      await page.keyboard.press("Control+z");
      expect(await items()).toBe(1);
      await page.locator("#make-text-0-look").getByRole("button", { name: "Delete" }).click();
      expect([await items(), await focused()]).toEqual([0, "Add text"]);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "draws with the pen, zooms, and takes a line back",
    async () => {
      await using tab = await signInTab(browser, world, ada, DESKTOP);
      const { page } = tab;
      await open(page);
      await page.fill("#make-text-0", "sign here");
      await drawn(page, 1);
      await page.click("#make-tab-pen");
      await page.click("[aria-label='Zoom in']");
      await drag(page, ".make-viewport", 120, 60);
      await drag(page, ".make-viewport", -120, 60);
      await drawn(page, 3);
      await page.click("text=Delete the last line");
      await drawn(page, 2);
      await page.click("[aria-label='Zoom out']");
      await send(page);
      const { recipe } = await newestMade(world);
      expect(recipe!.strokes).toHaveLength(1);
      const [line] = recipe!.strokes;
      expect(line).toMatchObject({ color: "#e53935", width: 0.012 });
      expect(line!.points.at(-1)![0]).toBeGreaterThan(line!.points[0]![0]);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "crops, and puts pictures and colours together",
    async () => {
      await using tab = await signInTab(browser, world, ada, DESKTOP);
      const { page } = tab;
      await open(page);
      await page.click("#make-tab-picture");
      await page.getByRole("button", { name: "Crop Picture 1" }).click();
      await drag(page, ".make-crop .make-handle-nw", 60, 0);
      await page.getByLabel("Height (%)").fill("50");
      expect(await faultsInBothSchemes(page)).toEqual([]);
      await page.click("text=Crop it");
      await page.waitForSelector(".make-items");
      await choosePicture(page, "text=Add a picture", PICTURE);
      await page.waitForSelector(".make-layer >> nth=1");
      await page.click("text=Add a colour");
      await page.getByRole("button", { name: "Side by side" }).click();
      await page.getByLabel("Gap between pictures").fill("2");
      await page.getByRole("button", { name: "Move Picture 3 forward" }).click();
      await page.click("#make-tab-words");
      await page.fill("#make-text-0", "three");
      await drawn(page, 1);
      await send(page);
      const { recipe, made } = await newestMade(world);
      expect(recipe!.panels.map(({ base }) => base.kind)).toEqual(["template", "color", "upload"]);
      expect(recipe).toMatchObject({ arrangement: "row", gap: 0.02 });
      const { crop } = recipe!.panels[0]!;
      expect(crop.height).toBe(0.5);
      expect(crop.x).toBeGreaterThan(0.02);
      expect(made!.template_id).toBe(template);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "keeps words on their picture when others come beside it, and fetches no emoji for letters",
    async () => {
      await using tab = await signInTab(browser, world, ada, DESKTOP);
      const { page } = tab;
      const fetched: string[] = [];
      page.on("request", (request) => fetched.push(request.url()));
      await open(page);
      await page.fill("#make-text-0", "stay \u{12000}");
      await page.waitForFunction(() => document.querySelector("#make-text-0-error")!.textContent !== "");
      await page.fill("#make-text-0", "stay");
      await drawn(page, 1);
      expect(fetched.filter((url) => url.includes("/emoji/"))).toEqual([]);
      await page.click("#make-tab-picture");
      await page.click("text=Add a colour");
      await page.getByLabel("Shape of each picture").waitFor();
      expect(await placeOf(page, "box-1")).toMatchObject({ left: 0, top: 25, width: 100 });
      await page.getByRole("button", { name: "Side by side" }).click();
      expect(await placeOf(page, "box-1")).toMatchObject({ left: 0, top: 50, width: 50 });
      await page.getByRole("button", { name: "Move Picture 2 forward" }).click();
      expect(await placeOf(page, "box-1")).toMatchObject({ left: 50, top: 50, width: 50 });
      await drawn(page, 1);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "warns of what would take too long to draw before it is sent",
    async () => {
      const meme = await make(world, ada, { recipe: plain("#224455", "heavy") });
      const points = Array.from({ length: 200 }, (_, at) => [at % 2, at % 3 ? 0 : 1]);
      const strokes = Array.from({ length: 10 }, () => ({ color: "#000000", width: 0.2, points }));
      const side = { width: 4000, height: 4000 };
      const { recipe } = await newestMade(world);
      await world.db
        .updateTable("recipes")
        .set({ recipe: JSON.stringify({ ...recipe, ...side, strokes }) })
        .where("meme_id", "=", meme.id)
        .execute();
      await using tab = await signInTab(browser, world, ada, DESKTOP);
      const { page } = tab;
      await openEditor(page, `/make?edit=${meme.id}`);
      const warning = page.getByText("would take too long to draw");
      await warning.waitFor();
      await page.click("#make-tab-pen");
      for (let times = 0; times < 10; times++) await page.click("text=Delete the last line");
      await warning.waitFor({ state: "hidden" });
    },
    SLOW,
  );

  test(
    "posts with a crop that was begun",
    async () => {
      await using tab = await signInTab(browser, world, ada, { ...DESKTOP, viewport: { width: 390, height: 844 } });
      const { page } = tab;
      await open(page);
      await page.click("#make-tab-picture");
      await page.getByRole("button", { name: "Crop Picture 1" }).click();
      await page.getByLabel("Width (%)").fill("50");
      expect(await page.locator(".make-send").evaluate((one) => getComputedStyle(one).position)).toBe("static");
      await send(page);
      expect((await newestMade(world)).recipe!.panels[0]!.crop.width).toBe(0.5);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "snaps to the middle of the picture, unless Alt is held",
    async () => {
      await using tab = await signInTab(browser, world, ada, DESKTOP);
      const { page } = tab;
      await open(page);
      await page.click("#make-tab-stickers");
      await page.getByRole("button", { name: "Crown" }).click();
      await drawn(page, 1);
      const middle = async () => {
        const { left, width } = await placeOf(page, "sticker-0");
        return Math.round((left + width / 2) * 100) / 100;
      };
      expect(await middle()).toBe(50);
      await drag(page, '[data-item="sticker-0"]', 5, 30);
      expect(await middle()).toBe(50);
      await page.keyboard.down("Alt");
      await drag(page, '[data-item="sticker-0"]', 5, 0);
      await page.keyboard.up("Alt");
      expect(await middle()).not.toBe(50);
    },
    SLOW,
  );
});

describe("a meme that has been made", () => {
  test(
    "is edited by its author: another picture, the same address",
    async () => {
      const meme = await make(world, ada, { recipe: plain("#224466", "tpyo"), caption: "mine" });
      await using tab = await signInTab(browser, world, ada, DESKTOP);
      const { page } = tab;
      await openEditor(page, `/make?edit=${meme.id}`);
      expect(await page.inputValue("#make-text-0")).toBe("tpyo");
      await page.fill("#make-text-0", "typo");
      await drawn(page, 1);
      await page.click("text=Save the picture");
      await page.waitForURL(`**/meme/${meme.id}`);
      expect(await page.textContent(".note")).toContain("all ratings are still there");
      const { meme: after, recipe } = await newestMade(world);
      expect(after).toMatchObject({ id: meme.id, caption: "mine" });
      expect(recipe!.boxes[0]!.text).toBe("typo");
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "is remixed by somebody else, and named as its parent",
    async () => {
      const meme = await make(world, ada, { recipe: plain("#446622", "first") });
      await using tab = await signInTab(browser, world, bob, DESKTOP);
      const { page } = tab;
      await openEditor(page, `/make?remix=${meme.id}`);
      expect(await page.textContent("h1")).toBe("Remix of a meme by ada");
      await page.fill("#make-text-0", "second");
      await drawn(page, 1);
      await send(page);
      const { meme: remix, made } = await newestMade(world);
      expect(remix.author_id).toBe(bob.user.id);
      expect(made!.parent_id).toBe(meme.id);
    },
    SLOW,
  );

  test(
    "is out of reach for those who may not edit or remix it",
    async () => {
      const meme = await make(world, ada, { recipe: plain("#664422", "mine"), remix: "nobody" });
      await using tab = await signInTab(browser, world, bob, DESKTOP);
      expect((await tab.page.goto(`/make?edit=${meme.id}`))!.status()).toBe(403);
      expect((await tab.page.goto(`/make?remix=${meme.id}`))!.status()).toBe(403);
    },
    SLOW,
  );
});

test(
  "staff edit the boxes of a template and their samples; others can't",
  async () => {
    const staff = await world.member({ name: "gustav", perks: ["staff"] });
    const one = await addTemplate(world, { color: "#335566" });
    await using tab = await signInTab(browser, world, staff, DESKTOP);
    const { page } = tab;
    await page.goto(`/moderation/templates/${one}`);
    await page.click("text=Edit the boxes in the meme maker");
    await page.waitForSelector("meme-maker[data-ready] .make-sheet");
    expect(await page.getByRole("tab").allTextContents()).toEqual(["Words", "Layers"]);
    await page.fill("#make-text-0", "a sample");
    await page.locator('[data-item="box-0"]').focus();
    await page.keyboard.press("ArrowDown");
    await page.click("text=Save as the template's boxes");
    await page.waitForURL(`**/templates/${one}`);
    const row = await world.db.selectFrom("templates").selectAll().where("id", "=", one).executeTakeFirstOrThrow();
    expect(JSON.parse(row.sample_texts)).toEqual(["a sample", ""]);
    const { boxes } = JSON.parse(row.recipe) as { boxes: { y: number; text: string }[] };
    expect(boxes).toMatchObject([{ text: "" }, { y: 0.5 }]);
    expect(boxes[0]!.y).toBeGreaterThan(0);
    expect(tab.problems).toEqual([]);
    await using other = await signInTab(browser, world, bob, DESKTOP);
    expect((await other.page.goto(`/make?boxes=${one}`))!.status()).toBe(403);
  },
  SLOW,
);

test(
  "an animation is downloaded as one, drawn by the site",
  async () => {
    await using tab = await signInTab(browser, world, ada, DESKTOP);
    const { page } = tab;
    await page.goto("/make");
    await page.waitForSelector("meme-maker[data-ready]");
    const buffer = await moving(3, 120, 90).gif().toBuffer();
    await choosePicture(page, "[data-ways] button >> nth=0", { name: "moving.gif", mimeType: "image/gif", buffer });
    await page.waitForSelector(".make-sheet");
    await page.fill("#make-text-0", "still moving");
    await drawn(page, 1);
    const downloading = page.waitForEvent("download");
    await page.click("text=Download");
    expect((await downloading).suggestedFilename()).toBe("meme.webp");
    expect(tab.problems).toEqual([]);
  },
  SLOW,
);
