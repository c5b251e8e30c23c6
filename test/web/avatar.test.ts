import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";

import { findUser } from "../../src/data/users.ts";
import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { solid } from "../pictures.ts";
import { openWorld, type TestMember, type World } from "../world.ts";
import { openTab, sidewaysScroll } from "./browser.ts";
import { sessionCookie, signInTab } from "./signed-in.ts";

const SLOW = 600_000;

let browser: SharedBrowser;
let world: World;
let mia: TestMember;

beforeAll(async () => {
  world = await openWorld("SQLite");
  mia = await world.member({ name: "mia" });
  await world.meme({ by: mia, caption: "hello" });
  browser = await sharedChromium();
}, LAUNCH_TIMEOUT);

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

const now = async () => (await findUser(world.db, mia.user.id))!;
const file = async () => ({
  name: "me.png",
  mimeType: "image/png",
  buffer: await solid(90, 60, "#2255cc").png().toBuffer(),
});
/** The parts that the preview shows. */
const previewed = (page: Page) =>
  page
    .locator(".avatar-preview [data-part]")
    .evaluateAll((parts) =>
      parts.filter((part) => getComputedStyle(part).display !== "none").map((part) => part.getAttribute("data-part")),
    );
const pictured = (page: Page) => page.locator(".avatar-preview img").isVisible();

describe("the avatar editor", () => {
  for (const javaScriptEnabled of [true, false])
    test(
      `previews and saves a drawing, ${javaScriptEnabled ? "with" : "without"} scripts`,
      async () => {
        await using tab = await signInTab(browser, world, mia, { javaScriptEnabled });
        const { page } = tab;
        await page.goto("/settings");
        const hat = javaScriptEnabled ? "crown" : "cap";
        for (const part of ["Sunglasses", "Teal", javaScriptEnabled ? "Crown" : "Cap"])
          await page.getByRole("radio", { name: part, exact: true }).check();
        expect(await previewed(page)).toEqual(["teal", "cool", hat]);
        await page.click('text="Wear this face"');
        await page.waitForSelector('.note:has-text("Looking good.")');
        expect((await now()).avatarDrawing).toBe(`cool-teal-${hat}`);
        expect(await previewed(page)).toEqual(["teal", "cool", hat]);
        // In the header, and on the card.
        for (const where of [".site-header .menu", ".card"]) {
          if (where === ".card") await page.goto("/@mia");
          expect(
            await page
              .locator(`${where} .avatar use`)
              .evaluateAll((parts) => parts.map((one) => one.getAttribute("href"))),
          ).toEqual(["#avatar-head", "#avatar-cool", `#avatar-${hat}`]);
        }
        expect(tab.problems).toEqual([]);
      },
      SLOW,
    );

  test(
    "previews a file, sends it, and takes it back",
    async () => {
      await using tab = await signInTab(browser, world, mia);
      const { page } = tab;
      await page.goto("/settings");
      expect(await pictured(page)).toBe(false);
      await page.setInputFiles("avatar-editor [type=file]", {
        name: "a.png",
        mimeType: "image/png",
        buffer: Buffer.from("no picture"),
      });
      await page.locator("[data-file-error]", { hasText: "a.png" }).waitFor();
      await page.setInputFiles("avatar-editor [type=file]", await file());
      await page.waitForSelector("avatar-editor [data-picture]:not([hidden])");
      expect(await pictured(page)).toBe(true);
      expect(await page.textContent("[data-file-error]")).toBe("");
      await page.click('text="Show this picture"');
      await page.waitForSelector('.note:has-text("Looking good.")');
      expect(await pictured(page)).toBe(true);
      expect((await now()).avatarKey).toBeDefined();
      await page.goto("/@mia");
      const shown = page.locator(".profile-face img.avatar");
      expect(await shown.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(
        256,
      );
      await page.goto("/settings");
      await page.click('text="Back to the face I came with"');
      await page.waitForSelector('.note:has-text("Back to the face you came with.")');
      expect(await now()).toMatchObject({ avatarKey: undefined, avatarDrawing: undefined });
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test("says what is wrong, and fits 320 pixels", async () => {
    const headers = { Cookie: await sessionCookie(world, mia), Origin: world.addresses.url };
    const body = new FormData();
    body.set("image", new Blob(["nothing"]), "a.png");
    const refused = await world.as().post("/settings/avatar/picture", { headers, body });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("How you look")]);
    const wrong = new URLSearchParams({ face: "cool", color: "teal", hat: "colander" });
    const draw = await world.as().post("/settings/avatar", { headers, body: wrong });
    expect([draw.status, await draw.text()]).toEqual([400, expect.stringContaining("no such face, colour or hat")]);
    await using tab = await signInTab(browser, world, mia, { viewport: { width: 320, height: 640 } });
    await tab.page.goto("/settings");
    expect(await sidewaysScroll(tab.page)).toBe(0);
  });
});

test(
  "guests see who said and posted what",
  async () => {
    await using tab = await openTab(browser, world);
    await tab.page.goto("/");
    expect(await tab.page.locator(".card .person .avatar").count()).toBe(1);
    expect(tab.problems).toEqual([]);
  },
  SLOW,
);
