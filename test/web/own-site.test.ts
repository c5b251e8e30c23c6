import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import { changeSite } from "../../src/core/site/change-site.ts";
import { writePage } from "../../src/core/site/write-page.ts";
import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { solid } from "../pictures.ts";
import { openWorld, type TestMember, type World } from "../world.ts";
import { openTab, SCHEMES, sidewaysScroll } from "./browser.ts";
import { faintTexts } from "./contrast.ts";
import { signInTab } from "./signed-in.ts";

const SLOW = 600_000;

let browser: SharedBrowser;
let world: World;
let ann: TestMember;
let meme: string;

beforeAll(async () => {
  world = await openWorld("SQLite");
  ann = await world.member({ name: "ann", perks: ["founder", "staff"] });
  ({ id: meme } = await world.meme({ by: ann, caption: "" }));
  browser = await sharedChromium();
}, LAUNCH_TIMEOUT);

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

const read = async (path: string, language = "en") =>
  (await world.as().get(path, { headers: { Accept: "text/html", "Accept-Language": language } })).text();
const logo = async (width: number, height: number) => ({
  name: "logo.png",
  mimeType: "image/png",
  buffer: await solid(width, height, "#2f6fde").png().toBuffer(),
});

describe("a site of one's own", () => {
  for (const javaScriptEnabled of [true, false])
    test(
      `is renamed at /admin and everywhere, ${javaScriptEnabled ? "with" : "without"} scripts`,
      async () => {
        const name = javaScriptEnabled ? "Daily Lol" : "Nightly Lol";
        // Kept for guests, under the name it has.
        for (let i = 0; i < 3; i++) await read("/");
        await using tab = await signInTab(browser, world, ann, { javaScriptEnabled });
        const { page } = tab;
        await page.goto("/admin/site");
        await page.getByLabel("Name of the site").fill(name);
        await page.getByLabel("Tagline").fill("A laugh a day");
        await page
          .locator("section", { has: page.locator("#site-words") })
          .getByRole("button")
          .click();
        await page.waitForSelector('.note:has-text("Everybody sees it already.")');
        expect(await page.title()).toEndWith(` · ${name}`);
        expect(await page.locator(".site-header .home").innerText()).toBe(name);
        expect(tab.problems).toEqual([]);

        expect(await read("/")).toContain(`<title>${name} · A laugh a day</title>`);
        expect(await read("/about", "de")).toContain(` · ${name}</title>`);
        expect(await read(`/meme/${meme}`)).toContain(`<meta property="og:site_name" content="${name}"`);
        expect(await read(`/meme/${meme}`)).toContain(`rated on ${name}.`);
        expect(await read("/@ann", "de")).toContain(`Memes von ann auf ${name}.`);
        expect(await read("/feed.atom")).toContain(`<title>New memes on ${name}</title>`);
        expect(await read("/hot.atom")).toContain(`<title>Hot memes on ${name}</title>`);
        expect(await read("/opensearch.xml")).toContain(`<ShortName>${name}</ShortName>`);
        expect(JSON.parse(await read("/manifest.webmanifest"))).toMatchObject({
          name,
          short_name: name,
          description: "A laugh a day",
        });
        const embedded = await read(`/oembed?url=${encodeURIComponent(`${world.addresses.url}/meme/${meme}`)}`);
        expect(JSON.parse(embedded)).toMatchObject({ provider_name: name });
      },
      SLOW,
    );

  test(
    "refuses a colour that is hard to see, and offers the nearest that is not",
    async () => {
      await using tab = await signInTab(browser, world, ann, { javaScriptEnabled: false });
      const { page } = tab;
      await page.goto("/admin/site");
      await page.locator("#field-accent").fill("#ffff00");
      await page
        .locator("section", { has: page.locator("#site-look") })
        .getByRole("button")
        .click();
      expect(await page.locator("#form-error").innerText()).toContain("#ffff00 is hard to see on a light page");
      expect(await page.locator("#field-accent").inputValue()).toBe("#ffff00");
      await page.getByRole("button", { name: "Use #8d8d02 instead" }).click();
      await page.waitForSelector(".note");
      const button = page.locator(".button").first();
      expect(await button.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe("rgb(141, 141, 2)");
      await page.locator("#field-accent").fill("");
      await page
        .locator("section", { has: page.locator("#site-look") })
        .getByRole("button")
        .click();
      await page.waitForSelector(".note");
      expect(await button.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe("rgb(255, 138, 76)");
    },
    SLOW,
  );

  test(
    "is legible in any accent, by day and by night",
    async () => {
      for (const accent of ["#2f6fde", "#029f01"]) {
        await changeSite(world.ctx(), { accent });
        for (const colorScheme of SCHEMES)
          for (const path of ["/", `/meme/${meme}`, "/admin/site", "/submit"]) {
            await using tab = await signInTab(browser, world, ann, { colorScheme });
            await tab.page.goto(path);
            expect(await faintTexts(tab.page), `${accent} ${colorScheme} ${path}`).toEqual([]);
          }
      }
      await changeSite(world.ctx(), { accent: "" });
    },
    SLOW * 2,
  );

  test(
    "shows its logo at 320 pixels, by day and by night",
    async () => {
      await changeSite(world.ctx(), { name: "Daily Lol" });
      for (const [width, height] of [
        [1200, 200],
        [200, 200],
      ] as const) {
        await using tab = await signInTab(browser, world, ann);
        await tab.page.goto("/admin/site");
        await tab.page.setInputFiles("[name=image]", await logo(width, height));
        await tab.page.getByRole("button", { name: "Use as logo" }).click();
        await tab.page.waitForSelector(".note");
        for (const colorScheme of SCHEMES)
          for (const locale of ["en", "de"]) {
            await using phone = await openTab(browser, world, {
              viewport: { width: 320, height: 640 },
              colorScheme,
              locale,
            });
            await phone.page.goto("/");
            const picture = phone.page.locator(".site-header .logo");
            const loaded = picture.evaluate((one: HTMLImageElement) => one.decode().then(() => one.naturalWidth));
            expect(await loaded).toBeGreaterThan(100);
            expect(await picture.getAttribute("alt")).toBe("Daily Lol");
            const box = (await picture.boundingBox())!;
            expect(box.height).toBeLessThanOrEqual(44);
            expect(box.width).toBeGreaterThanOrEqual(28);
            expect(await sidewaysScroll(phone.page)).toBe(0);
            expect(phone.problems).toEqual([]);
          }
      }
      await using tab = await signInTab(browser, world, ann);
      await tab.page.goto("/admin/site");
      await tab.page.getByRole("button", { name: "Remove the logo" }).click();
      await tab.page.waitForSelector(".site-name");
    },
    SLOW * 2,
  );

  test(
    "gives a long name no more room than there is",
    async () => {
      await changeSite(world.ctx(), { name: "W".repeat(40) });
      for (const width of [320, 390, 900, 1280])
        for (const locale of ["en", "de"]) {
          await using tab = await openTab(browser, world, { viewport: { width, height: 640 }, locale });
          await tab.page.goto("/");
          expect(await sidewaysScroll(tab.page), `${width} ${locale}`).toBe(0);
          const header = (await tab.page.locator(".site-header").boundingBox())!;
          expect(header.height, `${width} ${locale}`).toBeLessThan(80);
        }
      await changeSite(world.ctx(), { name: "" });
    },
    SLOW,
  );

  test(
    "has pages that founders write, linked in the footer and where people sign up",
    async () => {
      await using tab = await signInTab(browser, world, ann);
      const { page } = tab;
      await page.goto("/admin/site");
      await page.getByRole("link", { name: "Write: Rules" }).click();
      await page.getByLabel("Text").fill("# House rules\n\n1. Be **kind**.\n\n<script>alert(1)</script>");
      await page.getByRole("button", { name: "Save" }).click();
      await page.waitForSelector(".note");
      await page.locator(".site-footer").getByRole("link", { name: "Rules" }).click();
      await page.waitForURL("**/rules");
      expect(await page.locator("h1").innerText()).toBe("House rules");
      expect(await page.locator(".prose").innerText()).toContain("<script>alert(1)</script>");
      expect(await page.locator("li strong").innerText()).toBe("kind");
      expect(tab.problems).toEqual([]);

      expect(await read("/sign-up")).toContain('By joining, you agree to <a href="/rules">the rules</a>.');
      expect(await read("/sign-up", "de")).toContain('hält sich an <a href="/rules">die Regeln</a>.');
      expect(await read("/rules", "de")).toContain('<a href="/rules">Regeln</a>');
      expect(await read("/sitemap/pages.xml")).toContain("/rules</loc>");
      // There is no mail here.
      expect(await read("/reset")).not.toContain('href="/contact"');
      await writePage(world.ctx(), { page: "contact", text: "<ann@example.org>" });
      expect(await read("/reset")).toContain('<a href="/contact">How to reach them</a>');
      expect(await read("/contact")).toContain('<a href="mailto:ann@example.org">');

      await page.goto("/admin/site/pages/rules");
      await page.getByLabel("Text").fill("");
      await page.getByRole("button", { name: "Save" }).click();
      await page.waitForSelector(".note");
      expect((await world.as().get("/rules", { headers: { Accept: "text/html" } })).status).toBe(404);
      expect(await read("/sign-up")).not.toContain("/rules");
    },
    SLOW,
  );
});
