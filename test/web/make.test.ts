import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";

import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { addTemplate } from "../make/making.ts";
import { openWorld, ROOT, type TestMember, type World } from "../world.ts";
import { faultsInBothSchemes } from "./axe.ts";
import { openTab, sidewaysScroll } from "./browser.ts";
import { forgetCopies } from "./forget-copies.ts";
import { handOver } from "./hand-over.ts";
import { drag, drawn, kept, newestMade, openEditor, placeOf, send } from "./maker.ts";
import { signInTab } from "./signed-in.ts";

const SLOW = 600_000;
const PICTURE = join(ROOT, "assets/starter/printer.png");
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 860 } };

let browser: SharedBrowser;
let world: World;
let ada: TestMember;
let template: string;

beforeAll(async () => {
  world = await openWorld("SQLite");
  ada = await world.member({ name: "ada" });
  template = await addTemplate(world);
  browser = await sharedChromium();
}, LAUNCH_TIMEOUT);

beforeEach(() => forgetCopies(world));

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

const newest = () => newestMade(world);
const count = async () => (await world.db.selectFrom("memes").select("id").execute()).length;

const open = (page: Page) => openEditor(page, `/make?template=${template}`);

describe("a meme is made", () => {
  test(
    "with a finger: two texts, one button",
    async () => {
      await using tab = await signInTab(browser, world, ada, PHONE);
      const { page } = tab;
      await open(page);
      await page.tap("#make-text-0");
      await page.keyboard.type("when the build passes");
      await page.tap("#make-text-1");
      await page.keyboard.type("on the first try");
      await drawn(page, 2);
      expect(await sidewaysScroll(page)).toBe(0);
      const { top, bottom } = await page.locator(".make-sheet").evaluate((one) => one.getBoundingClientRect());
      expect({ top: top >= 0, bottom: bottom <= 844 }).toEqual({ top: true, bottom: true });
      await page.tap("[data-send]");
      await page.waitForURL(/\/meme\/\d+$/);
      const { meme, made, recipe } = await newest();
      expect(meme).toMatchObject({ author_id: ada.user.id, alt: "when the build passes / on the first try" });
      expect(made).toMatchObject({ template_id: template, remix: 0 });
      expect(recipe!.boxes.map(({ text }) => text)).toEqual(["when the build passes", "on the first try"]);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "without scripts, with a preview by the server",
    async () => {
      await using tab = await signInTab(browser, world, ada, { javaScriptEnabled: false, ...PHONE });
      const { page } = tab;
      await page.goto(`/make?template=${template}`);
      await page.fill("[name=text1]", "plain");
      await page.fill("[name=text2]", "and simple");
      await page.fill("[name=caption]", "no scripts were hurt");
      await page.click(".submit-more summary");
      await page.check("[name=age][value='4']", { force: true });
      await page.selectOption("[name=remix]", "nobody");
      await page.click("text=Show it with my words");
      const shown = page.locator("[data-viewport] img");
      expect(await shown.getAttribute("src")).toContain("/make/preview?");
      expect(await shown.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(96);
      expect(await page.inputValue("[name=text2]")).toBe("and simple");
      expect(await page.inputValue("[name=caption]")).toBe("no scripts were hurt");
      expect(await page.inputValue("[name=remix]")).toBe("nobody");
      expect(await page.isChecked("[name=age][value='4']")).toBe(true);
      await page.fill("[name=text2]", "\u{12000}");
      await page.click("[data-send]");
      await page.waitForSelector("[data-error]:not([hidden])");
      expect(await shown.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(60);
      await page.fill("[name=text2]", "and simple");
      await send(page);
      const { meme, recipe } = await newest();
      expect(meme).toMatchObject({ caption: "no scripts were hurt", alt: "plain / and simple" });
      expect(recipe!.boxes.map(({ text }) => text)).toEqual(["plain", "and simple"]);
    },
    SLOW,
  );

  test(
    "from a picture of one's own without scripts",
    async () => {
      await using tab = await signInTab(browser, world, ada, { javaScriptEnabled: false });
      const { page } = tab;
      await page.goto("/make");
      await page.click(".make-plain-picture summary");
      await page.setInputFiles("[name=image]", PICTURE);
      await page.fill("[name=text1]", "it was like this");
      await page.click(".make-plain-picture button");
      await page.waitForURL(/\/meme\/\d+$/);
      const { recipe } = await newest();
      expect(recipe!.panels[0]!.base.kind).toBe("upload");
      expect(recipe!.boxes[0]!.text).toBe("it was like this");
    },
    SLOW,
  );

  test(
    "with the mouse: texts are moved, pulled and turned, and every step can be taken back",
    async () => {
      await using tab = await signInTab(browser, world, ada, DESKTOP);
      const { page } = tab;
      await open(page);
      await page.fill("#make-text-0", "mouse");
      await drawn(page, 1);
      const before = await placeOf(page, "box-0");
      await drag(page, '[data-item="box-0"]', 40, 55);
      const moved = await placeOf(page, "box-0");
      expect(moved.top).toBeGreaterThan(before.top + 4);
      await drag(page, '[data-item="box-0"] .make-handle-nw', 90, 20);
      const smaller = await placeOf(page, "box-0");
      expect(smaller.width).toBeLessThan(moved.width - 5);
      await drag(page, '[data-item="box-0"] .make-handle-turn', -60, 10);
      expect((await placeOf(page, "box-0")).rotate).toMatch(/deg$/);
      await page.click("[aria-label=Undo]");
      expect(await placeOf(page, "box-0")).toEqual(smaller);
      await page.keyboard.press("Control+z");
      expect(await placeOf(page, "box-0")).toEqual(moved);
      await page.keyboard.press("Control+z");
      expect(await placeOf(page, "box-0")).toEqual(before);
      await page.keyboard.press("Control+Shift+z");
      expect(await placeOf(page, "box-0")).toEqual(moved);
      await send(page);
      const [box] = (await newest()).recipe!.boxes;
      expect(box!.y * 100).toBeCloseTo(moved.top, 1);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "with the keyboard alone",
    async () => {
      await using tab = await signInTab(browser, world, ada, DESKTOP);
      const { page } = tab;
      await open(page);
      const tabTo = async (selector: string) => {
        for (let tries = 0; tries < 60; tries++) {
          if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
          await page.keyboard.press("Tab");
        }
        throw new Error(`Nobody gets to ${selector} by keyboard.`);
      };
      await tabTo('[data-item="box-0"]');
      await page.keyboard.press("Enter");
      await page.keyboard.type("no mouse");
      await drawn(page, 1);
      await page.locator('[data-item="box-0"]').focus();
      const before = await placeOf(page, "box-0");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Shift+ArrowDown");
      await page.keyboard.press("]");
      await page.keyboard.press("-");
      const after = await placeOf(page, "box-0");
      expect(after.rotate).toBe("5deg");
      expect(after.width).toBeLessThan(before.width);
      expect(after.top).toBeGreaterThan(before.top + 4);
      expect(await page.textContent("[data-desk] [role=status]")).toContain("percent wide");
      await tabTo("#make-text-1");
      await page.keyboard.type("no problem");
      await tabTo("[data-send]");
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/meme\/\d+$/);
      const { recipe } = await newest();
      expect(recipe!.boxes.map(({ text, rotation }) => [text, rotation])).toEqual([
        ["no mouse", 5],
        ["no problem", 0],
      ]);
    },
    SLOW,
  );

  test.each(["drop", "paste"] as const)(
    "from a picture of one's own, by %s, which survives a reload",
    async (way) => {
      await using tab = await signInTab(browser, world, ada, DESKTOP);
      const { page } = tab;
      await page.goto("/make");
      await page.waitForSelector("meme-maker[data-ready]");
      await handOver(page, way, { name: "own.png", type: "image/png", bytes: await Bun.file(PICTURE).bytes() });
      await page.waitForSelector(".make-sheet");
      await page.fill("#make-text-0", `by ${way}`);
      await drawn(page, 1);
      await kept(page, `by ${way}`);
      await page.reload();
      await page.waitForSelector(".make-sheet");
      expect(await page.inputValue("#make-text-0")).toBe(`by ${way}`);
      await drawn(page, 1);
      await send(page);
      const { recipe, made } = await newest();
      expect(recipe!.boxes[0]!.text).toBe(`by ${way}`);
      expect(recipe!.panels[0]!.base).toEqual({ kind: "upload", id: expect.stringMatching(/^\d+$/) });
      expect(made!.template_id).toBeNull();
      await page.goto("/make?own");
      expect(await page.locator(".make-sheet").count()).toBe(0);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );
});

describe("a draft", () => {
  test(
    "survives a reload, with all that was said about it, and is gone once posted",
    async () => {
      await using tab = await signInTab(browser, world, ada, DESKTOP);
      const { page } = tab;
      await open(page);
      await page.fill("#make-text-1", "still here");
      await page.fill("[name=caption]", "kept");
      await kept(page, '"caption":"kept"');
      await open(page);
      expect(await page.inputValue("#make-text-1")).toBe("still here");
      expect(await page.inputValue("[name=caption]")).toBe("kept");
      await send(page);
      expect((await newest()).meme.caption).toBe("kept");
      await open(page);
      expect(await page.inputValue("#make-text-1")).toBe("");
    },
    SLOW,
  );

  test(
    "of a guest is kept while they sign in; downloading needs no account",
    async () => {
      const before = await count();
      await using tab = await openTab(browser, world, DESKTOP);
      const { page } = tab;
      await open(page);
      await page.fill("#make-text-0", "nobody knows me");
      await drawn(page, 1);
      const downloading = page.waitForEvent("download");
      await page.click("text=Download");
      expect((await downloading).suggestedFilename()).toBe("meme.jpg");
      await page.click("[data-send]");
      await page.waitForURL(/sign-in\?next=%2Fmake%3Ftemplate%3D\d+$/);
      await page.goBack();
      await page.waitForSelector("meme-maker[data-ready] .make-sheet");
      expect(await page.inputValue("#make-text-0")).toBe("nobody knows me");
      expect(await count()).toBe(before);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "waits for the network, and is then posted",
    async () => {
      await using tab = await signInTab(browser, world, ada, DESKTOP);
      const { page } = tab;
      await open(page);
      await page.fill("#make-text-0", "in a tunnel");
      await drawn(page, 1);
      await page.context().setOffline(true);
      await page.click("[data-send]");
      await page.waitForSelector("[data-error]:not([hidden])");
      expect(await page.textContent("[data-error]")).toContain("as soon as you're back online");
      await page.context().setOffline(false);
      await page.waitForURL(/\/meme\/\d+$/);
      expect((await newest()).recipe!.boxes[0]!.text).toBe("in a tunnel");
    },
    SLOW,
  );
});

test(
  "a meme is posted once, even if the answer gets lost and it is sent again",
  async () => {
    await using tab = await signInTab(browser, world, ada, DESKTOP);
    const { page } = tab;
    const before = await count();
    await open(page);
    await page.fill("#make-text-0", "only once");
    await drawn(page, 1);
    await page.evaluate(() => {
      const real = window.fetch;
      const once = async (...asked: Parameters<typeof fetch>) => {
        window.fetch = real;
        await real(...asked);
        throw new TypeError("The answer got lost.");
      };
      Object.assign(window, { fetch: once });
    });
    await page.click("[data-send]");
    await page.waitForSelector("[data-error]:not([hidden])");
    expect(await count()).toBe(before + 1);
    // The maker sends it again by itself.
    await page.waitForURL(/\/meme\/\d+$/);
    expect(await count()).toBe(before + 1);
    expect(page.url()).toEndWith((await newest()).meme.id);
  },
  SLOW,
);

test(
  "a busy server is asked again for a font",
  async () => {
    await using tab = await signInTab(browser, world, ada, DESKTOP);
    const { page } = tab;
    let refused = 0;
    await page.route(/\/fonts\//, (route) => (refused++ < 2 ? route.fulfill({ status: 503 }) : route.continue()));
    await open(page);
    await page.fill("#make-text-0", "ok");
    await drawn(page, 1);
    expect(refused).toBeGreaterThan(2);
  },
  SLOW,
);

test(
  "what no font has is named beside its field, and nothing is posted",
  async () => {
    await using tab = await signInTab(browser, world, ada, DESKTOP);
    const { page } = tab;
    await open(page);
    await page.fill("#make-text-0", "ok");
    await drawn(page, 1);
    await page.fill("#make-text-0", "\u{12000}");
    await page.waitForFunction(() => document.querySelector("#make-text-0-error")!.textContent !== "");
    expect(await page.textContent("#make-text-0-error")).toContain("\u{12000}");
    expect(await page.getAttribute("#make-text-0", "aria-invalid")).toBe("true");
    await page.click("[data-send]");
    await page.waitForSelector("[data-error]:not([hidden])");
    expect(await page.textContent("[data-error]")).toContain("\u{12000}");
  },
  SLOW,
);

describe.each([
  ["a phone", PHONE],
  ["a desktop", DESKTOP],
])("on %s", (_, options) => {
  test(
    "the editor is accessible, whatever is open",
    async () => {
      await using tab = await signInTab(browser, world, ada, options);
      const { page } = tab;
      await open(page);
      await page.fill("#make-text-0", "everything open");
      await drawn(page, 1);
      await page.click(".make-look-button >> nth=0");
      await page.click(".make-place summary");
      const faults = async () => [...(await faultsInBothSchemes(page)), await sidewaysScroll(page)];
      expect(await faults()).toEqual([0]);
      for (const name of ["stickers", "pen", "picture", "layers"]) {
        await page.click(`#make-tab-${name}`);
        expect([name, ...(await faults())]).toEqual([name, 0]);
      }
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );
});

test(
  "fingers drag a text, and two of them make it larger and turn it",
  async () => {
    await using tab = await signInTab(browser, world, ada, PHONE);
    const { page } = tab;
    await open(page);
    await page.fill("#make-text-0", "by hand");
    await drawn(page, 1);
    const session = await page.context().newCDPSession(page);
    const touch = (
      type: "touchStart" | "touchMove" | "touchEnd",
      ...touchPoints: { x: number; y: number; id: number }[]
    ) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
    const { x, y, width, height } = (await page.locator('[data-item="box-0"]').boundingBox())!;
    const [left, top] = [x + width / 2, y + height / 2];
    const before = await placeOf(page, "box-0");
    await touch("touchStart", { x: left, y: top, id: 1 });
    for (let step = 1; step <= 5; step++) await touch("touchMove", { x: left, y: top + step * 12, id: 1 });
    await touch("touchEnd");
    const moved = await placeOf(page, "box-0");
    expect(moved.top).toBeGreaterThan(before.top + 5);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    const middle = top + 60;
    const apart = (distance: number, lower: number) =>
      [
        { x: left - distance, y: middle, id: 1 },
        { x: left + distance, y: middle + lower, id: 2 },
      ] as const;
    await touch("touchStart", apart(40, 0)[0]);
    await touch("touchStart", ...apart(40, 0));
    for (let step = 1; step <= 5; step++) await touch("touchMove", ...apart(40 + step * 6, step * 4));
    await touch("touchEnd");
    const pinched = await placeOf(page, "box-0");
    expect(pinched.width).toBeGreaterThan(moved.width * 1.2);
    expect(pinched.rotate).toMatch(/deg$/);
    await page.tap("[aria-label=Undo]");
    expect(await placeOf(page, "box-0")).toEqual(moved);
    expect(tab.problems).toEqual([]);
  },
  SLOW,
);
