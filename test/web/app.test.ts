import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";

import { changeSite } from "../../src/core/site/change-site.ts";
import { uploadLogo } from "../../src/core/site/replace-logo.ts";
import { hashPassword } from "../../src/core/users/password.ts";
import { updateUser } from "../../src/data/users.ts";
import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { solid } from "../pictures.ts";
import { until } from "../until.ts";
import { openWorld, smallImage, type TestMember, type World } from "../world.ts";
import { faultsInBothSchemes } from "./axe.ts";
import { openTab, sidewaysScroll } from "./browser.ts";
import { forgetCopies } from "./forget-copies.ts";
import { signInTab } from "./signed-in.ts";

const SLOW = 600_000;
const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  serviceWorkers: "allow",
} as const;
const PASSWORD = "correct horse battery";

let browser: SharedBrowser;
let world: World;
let ada: TestMember;

beforeAll(async () => {
  world = await openWorld("SQLite");
  ada = await world.member({ name: "ada" });
  await updateUser(world.db, ada.user.id, { passwordHash: await hashPassword(PASSWORD, world.services.passwordCost) });
  await world.meme({ by: ada, caption: "the first laugh" });
  browser = await sharedChromium();
}, LAUNCH_TIMEOUT);

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

/** Opens a page and waits until the service worker is in charge of it. */
async function install(page: Page, path = "/") {
  await page.goto(path);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}

const keptFiles = (page: Page) =>
  page.evaluate(async () => {
    const urls: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) urls.push(new URL(url).pathname);
    return urls.map((path) => path.replace(/\.[0-9a-f]{12}\./, ".#."));
  });

describe("the service worker", () => {
  test(
    "opens a friendly page without a network, in the language of the others, and goes on when there is one",
    async () => {
      await using tab = await openTab(browser, world, PHONE);
      const { page, problems } = tab;
      await install(page);
      expect(problems).toEqual([]);
      await page.context().setOffline(true);
      await page.goto("/top");
      expect(await page.textContent("h1")).toBe("The punchline got lost on the way");
      expect(await page.locator(".message .face").evaluate((face) => face.getBoundingClientRect().width)).toBe(136);
      expect(await sidewaysScroll(page)).toBe(0);
      expect(await faultsInBothSchemes(page)).toEqual([]);
      await page.context().setOffline(false);
      await page.getByRole("link", { name: "Try again" }).click();
      await page.waitForURL("**/top");
      await page.locator(".tab-bar").waitFor();
      await page.getByRole("button", { name: "Deutsch" }).click();
      await until(() =>
        page.evaluate(async () => (await caches.match("/offline"))?.headers.get("content-language") === "de"),
      );
      await page.context().setOffline(true);
      await page.goto("/stats");
      expect(await page.textContent("h1")).toStartWith("Die Pointe");
    },
    SLOW,
  );

  test(
    "keeps nothing but that page and its looks, and every other page is as fresh as without it",
    async () => {
      await using tab = await signInTab(browser, world, ada, PHONE);
      const { page } = tab;
      await install(page);
      await page.goto("/settings/account");
      await page.goto("/notifications");
      await page.goto("/");
      const own = await world.meme({ by: ada, caption: "hot off the press" });
      await page.goto("/?feed=new");
      await page.locator(`[data-meme="${own.id}"]`).waitFor();
      expect(await keptFiles(page)).toEqual(["/offline", "/assets/site.#.css", "/assets/icon.#.svg"]);
      const offline = await page.evaluate(async () => (await caches.match("/offline"))!.text());
      expect(offline).not.toMatch(/>ada<|<script/);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "has the site's name, logo and colour on its page, as soon as they change",
    async () => {
      await using own = await openWorld("SQLite");
      await using tab = await openTab(browser, own, PHONE);
      const { page } = tab;
      await install(page);
      await changeSite(own.ctx(), { name: "Daily Lol", accent: "#2f6fde" });
      await uploadLogo(own.ctx(), await solid(300, 60, "#c2185b").png().toBuffer());
      await page.goto("/about");
      await until(() =>
        page.evaluate(async () => (await (await caches.match("/offline"))?.text())?.includes('class="logo"') ?? false),
      );
      await until(async () => (await keptFiles(page)).length === 5);
      await page.context().setOffline(true);
      await page.goto("/top");
      expect(await page.title()).toBe("The punchline got lost on the way · Daily Lol");
      const logo = page.locator(".site-header .logo");
      expect(await logo.evaluate((one: HTMLImageElement) => one.decode().then(() => one.naturalWidth))).toBe(300);
      const button = page.locator(".button");
      expect(await button.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe("rgb(47, 111, 222)");
      expect(await page.content()).not.toContain("Guffaw");
      expect(await sidewaysScroll(page)).toBe(0);
      expect(await faultsInBothSchemes(page)).toEqual([]);
    },
    SLOW,
  );

  test(
    "is replaced at once by the next one: by the empty one, if the site has none, which leaves nothing behind",
    async () => {
      await using without = await openWorld("SQLite", { env: { GUFFAW_SERVICE_WORKER: "off" } });
      let site = world;
      await using front = Bun.serve({
        port: 0,
        hostname: "127.0.0.1",
        fetch: ({ url }) => fetch(site.origin + new URL(url).pathname, { headers: { "Accept-Encoding": "identity" } }),
      });
      await using tab = await openTab(browser, world, { ...PHONE, baseURL: front.url.origin });
      const { page } = tab;
      await install(page);
      expect(await keptFiles(page)).toHaveLength(3);
      site = without;
      await page.goto("/about");
      await until(() =>
        page.evaluate(async () => {
          const workers = await navigator.serviceWorker.getRegistrations();
          return workers.length === 0 && (await caches.keys()).length === 0;
        }),
      );
      expect(await page.locator("[data-worker]").count()).toBe(0);
    },
    SLOW,
  );
});

/** The way a system hands a shared picture to an installed site: as a form that is sent to the address in the manifest. */
async function shareTo(page: Page, text: string) {
  const { share_target } = (await (await page.request.get("/manifest.webmanifest")).json()) as {
    share_target: { action: string; method: string; enctype: string };
  };
  await page.evaluate(({ action, method, enctype }) => {
    const form = document.body.appendChild(document.createElement("form"));
    Object.assign(form, { action, method, enctype, id: "sharing" });
    for (const [name, type] of [
      ["image", "file"],
      ["text", "text"],
    ])
      form.append(Object.assign(document.createElement("input"), { name, type }));
  }, share_target);
  const buffer = Buffer.from(await smallImage());
  await page.setInputFiles("#sharing [name=image]", { name: "from-chat.png", mimeType: "image/png", buffer });
  await page.fill("#sharing [name=text]", text);
  await page.evaluate(() => document.querySelector<HTMLFormElement>("#sharing")!.submit());
}

const isThere = (page: Page) =>
  page.waitForFunction(() => document.querySelector("[data-about]")?.textContent?.startsWith("8 × 6"));

describe("a picture shared from another app", () => {
  beforeEach(() => forgetCopies(world));

  test(
    "arrives in the form for posting, with its words",
    async () => {
      await using tab = await signInTab(browser, world, ada, PHONE);
      const { page } = tab;
      await install(page, "/about");
      await shareTo(page, "look at this");
      await page.waitForURL("**/submit");
      await isThere(page);
      expect(await page.inputValue("[name=caption]")).toBe("look at this");
      await page.tap(".submit-button");
      await page.waitForURL(/\/meme\/\d+$/);
      expect(await page.textContent("h1")).toBe("look at this");
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "waits while a guest signs in",
    async () => {
      await using tab = await openTab(browser, world, PHONE);
      const { page } = tab;
      await install(page, "/about");
      await shareTo(page, "");
      await page.waitForURL("**/sign-in?next=%2Fsubmit");
      await page.fill("[name=name]", "ada");
      await page.fill("[name=password]", PASSWORD);
      await page.locator("main form").getByRole("button", { name: "Sign in" }).first().click();
      await page.waitForURL("**/submit");
      await isThere(page);
    },
    SLOW,
  );
});

test("the manifest takes pictures, has shortcuts, and offers nothing that needs a worker where there is none", async () => {
  const manifestOf = async (site: World) =>
    (await (await site.as().get("/manifest.webmanifest")).json()) as Record<string, unknown>;
  const manifest = await manifestOf(world);
  expect(manifest).toMatchObject({
    display: "standalone",
    shortcuts: [{ url: "/submit" }, { url: "/search" }, { url: "/random" }],
    share_target: { action: "/submit/shared", method: "POST", params: { files: [{ name: "image" }] } },
  });
  await using without = await openWorld("SQLite", { env: { GUFFAW_SERVICE_WORKER: "off" } });
  expect(await manifestOf(without)).not.toHaveProperty("share_target");
  const worker = await without.as().get("/service-worker.js");
  expect(await worker.text()).toContain("unregister");
});

test("the worker is asked for again each time, and costs a 304; below a path, it stays below it", async () => {
  // Each encoding has its own ETag, and Brotli is offered only some moments after the first request.
  const accepting = { "Accept-Encoding": "gzip" };
  const first = await world.as().get("/service-worker.js", { headers: accepting });
  expect(first.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(first.headers.get("cache-control")).toBe("no-cache");
  const headers = { ...accepting, "If-None-Match": first.headers.get("etag")! };
  expect((await world.as().get("/service-worker.js", { headers })).status).toBe(304);
  await using below = await openWorld("SQLite", { env: { GUFFAW_URL: "https://fun.example.org/memes" } });
  const script = await (await below.as().get("/memes/service-worker.js")).text();
  expect(script).toMatch(/"root":"\/memes","files":\["\/memes\/offline","\/memes\/assets\//);
  expect((await below.as().get("/service-worker.js")).status).toBe(404);
});
