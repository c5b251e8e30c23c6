import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import type { Page } from "playwright-core";

import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { addTemplate } from "../make/making.ts";
import { openWorld, ROOT, type TestMember, type World } from "../world.ts";
import { kept, openEditor } from "./maker.ts";
import { signInTab } from "./signed-in.ts";

const SLOW = 600_000;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** One for each test: the site asks about a picture that it has already. */
const PICTURES = ["bouncer.webp", "cat-and-cable.webp", "git-blame.webp", "line-up.png"].map((name) =>
  join(ROOT, "assets/starter", name),
);

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

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

async function openSubmit(page: Page) {
  await page.goto("/submit");
  await page.setInputFiles("[data-file]", PICTURES.pop()!);
  await page.waitForFunction(() => document.querySelector("[data-about]")?.textContent?.includes("×"));
}

const PAGES = {
  submit: openSubmit,
  make: (page: Page) => openEditor(page, `/make?template=${template}`),
};

/** Where it is now, like a finger: `page.tap` would look for it, and wait until it is there. */
async function tapOnce(page: Page, selector: string) {
  const { x, y, width, height } = (await page.locator(selector).boundingBox())!;
  await page.touchscreen.tap(x + width / 2, y + height / 2);
}

for (const name of ["submit", "make"] as const)
  for (const motion of ["no-preference", "reduce"] as const)
    test.each([false, true])(
      `on a phone, the first tap on the button of /${name} posts (${motion}), after typing: %p`,
      async (types) => {
        await using tab = await signInTab(browser, world, ada, { ...PHONE, reducedMotion: motion });
        const { page } = tab;
        await PAGES[name](page);
        await page.evaluate(() => (document.activeElement as HTMLElement).blur());
        const bar = page.locator(".tab-bar");
        await bar.waitFor();
        if (types) {
          await page.tap("[name=caption]");
          await page.keyboard.type("typed");
          await bar.waitFor({ state: "hidden" });
        }
        await tapOnce(page, "button.submit-button");
        await page.waitForURL(/\/meme\/\d+$/);
        expect(tab.problems).toEqual([]);
      },
      SLOW,
    );

test(
  "on a phone, the offer of a draft leaves the button free",
  async () => {
    await using tab = await signInTab(browser, world, ada, PHONE);
    const { page } = tab;
    await PAGES.make(page);
    await page.fill("#make-text-0", "a draft");
    await kept(page, "a draft");
    await PAGES.make(page);
    const line = (await page.locator(".say", { hasText: "Start over" }).boundingBox())!;
    const button = (await page.locator("button.submit-button").boundingBox())!;
    expect(line.y + line.height).toBeLessThanOrEqual(button.y);
  },
  SLOW,
);
