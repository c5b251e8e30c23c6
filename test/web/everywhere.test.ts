import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { BrowserContextOptions, Page } from "playwright-core";

import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { openWorld, type World } from "../world.ts";
import { axeViolations } from "./axe.ts";
import { faintTexts, openTab, SCHEMES, sidewaysScroll, unfoldAll } from "./browser.ts";
import { fillWorld, forgottenRoutes, pagesFor, type Filled } from "./places.ts";
import { signInTab } from "./signed-in.ts";

const SLOW = 300_000;
const WIDTHS = [320, 360, 820, 1440];
const WHO = ["guest", "member"] as const;
type Who = (typeof WHO)[number];

let browser: SharedBrowser;
let world: World;
let site: Filled;

beforeAll(async () => {
  world = await openWorld("SQLite");
  site = await fillWorld(world);
  browser = await sharedChromium();
}, LAUNCH_TIMEOUT);

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

const tabFor = (who: Who, options: BrowserContextOptions = {}) =>
  who === "guest" ? openTab(browser, world, options) : signInTab(browser, world, site.author, options);

test("every page is known to these tests", () => {
  expect(forgottenRoutes()).toEqual([]);
});

/** What is wrong, and on which pages. */
class Faults {
  readonly found: Record<string, string[]> = {};

  add(path: string, faults: string[]) {
    for (const fault of new Set(faults)) (this.found[fault] ??= []).push(path);
  }
}

interface Report {
  rules: Faults;
  contrast: Faults;
  width: Faults;
  frame: Faults;
  problems: string[];
}

/** Opens every page once, and looks at it from all sides. */
async function inspect(who: Who): Promise<Report> {
  await using tab = await tabFor(who);
  const { page, problems } = tab;
  const report = { rules: new Faults(), contrast: new Faults(), width: new Faults(), frame: new Faults(), problems };
  for (const path of pagesFor(site, who)) {
    await page.goto(path);
    report.frame.add(path, await frameFaults(page));
    await unfoldAll(page);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      report.rules.add(path, await axeViolations(page));
      report.contrast.add(path, await faintTexts(page));
    }
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      if ((await sidewaysScroll(page)) > 0) report.width.add(path, [`wider than ${width} pixels`]);
    }
  }
  return report;
}

const reports = new Map<Who, Promise<Report>>();
const reportFor = (who: Who) => reports.get(who) ?? reports.set(who, inspect(who)).get(who)!;

async function frameFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  if ((await page.locator("h1").count()) !== 1) faults.push("has not one main heading");
  if (!(await page.title())) faults.push("has no title");
  if (!(await page.locator("meta[name=description]").getAttribute("content"))) faults.push("has no description");
  const skip = page.locator("a.skip");
  await skip.focus();
  if ((await skip.boundingBox())!.y < 0) faults.push("has a link past the navigation that does not show");
  await page.keyboard.press("Enter");
  if ((await page.evaluate(() => document.activeElement?.id)) !== "main") faults.push("has no way to its main part");
  return faults;
}

describe.each(WHO)("every page, to a %s,", (who) => {
  test(
    "is without fault by axe's rules, in both schemes",
    async () => expect((await reportFor(who)).rules.found).toEqual({}),
    SLOW,
  );

  test("has no text too faint to read, in both schemes", async () =>
    expect((await reportFor(who)).contrast.found).toEqual({}));

  test(`fits windows ${WIDTHS.join(", ")} pixels wide, with everything unfolded`, async () =>
    expect((await reportFor(who)).width.found).toEqual({}));

  test("has one main heading, a title, a description, and a link past the navigation", async () =>
    expect((await reportFor(who)).frame.found).toEqual({}));

  test("causes no error and asks nobody else for anything", async () =>
    expect((await reportFor(who)).problems).toEqual([]));

  test("comes with a policy that lets nothing run but our script, by a nonce that is never used twice", async () => {
    await using tab = await tabFor(who);
    const nonces = new Set<string>();
    const paths = pagesFor(site, who);
    for (const path of [...paths, ...paths]) {
      const { headers } = await tab.page.request.get(path).then((one) => ({ headers: one.headers() }));
      const policy = headers["content-security-policy"]!;
      const [, nonce] = /script-src 'nonce-([\w-]{20,})';/.exec(policy)!;
      nonces.add(nonce!);
      expect(policy, path).toContain("default-src 'none'; ");
      expect(policy, path).toContain(
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      );
      expect(policy, path).not.toMatch(/unsafe|\*|data:|https?:/);
      expect(headers["cache-control"], path).toBe("private, no-store");
      expect(headers["x-content-type-options"], path).toBe("nosniff");
    }
    expect(nonces.size).toBe(2 * paths.length);
  });
});

test("to those who choose all colours themselves, lines and their own colours say what ours say", async () => {
  await using tab = await tabFor("member", { forcedColors: "active", colorScheme: "dark" });
  const { page } = tab;
  const styleOf = (selector: string, property: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), property);
  const marked: [path: string, here: string, other: string][] = [
    ["/", ".site-nav [aria-current]", ".site-nav a:not([aria-current])"],
    ["/", ".tabs [aria-current]", ".tabs a:not([aria-current])"],
    ["/settings", ".settings-nav [aria-current]", ".settings-nav a:not([aria-current])"],
    ["/admin", ".settings-nav [aria-current]", ".settings-nav a:not([aria-current])"],
    ["/moderation", ".settings-nav [aria-current]", ".settings-nav a:not([aria-current])"],
    ["/submit", ".pick:has(:checked)", ".pick:not(:has(:checked))"],
    ["/submit", ".laugh:has(:checked)", ".laugh:not(:has(:checked))"],
    [`/meme/${site.memes[3]!.id}`, ".rate-faces [aria-pressed=true]", ".rate-faces [aria-pressed=false]"],
    ["/notifications", ".bell-count", "body"],
    ["/settings/pro", ".swatch .cover-leaf", ".swatch .cover-rose"],
  ];
  for (const [path, here, other] of marked) {
    await page.goto(path);
    const [one, two] = [await styleOf(here, "background-color"), await styleOf(other, "background-color")];
    expect(one, `${here} on ${path}`).not.toBe(two);
  }
  for (const [path, selector] of [
    ["/notifications", ".badge"],
    [`/profile/${site.author.user.id}`, ".badge-pro"],
    ["/moderation", ".chip"],
    ["/moderation", ".curtain-ask"],
    ["/", ".card"],
  ] as const) {
    await page.goto(path);
    expect(await styleOf(selector, "border-top-width"), `${selector} on ${path}`).toBe("1px");
  }
});

test("what is written from right to left begins on the right, wherever it stands", async () => {
  await using own = await openWorld("SQLite");
  const words = "عندما يعمل من المحاولة الأولى وتشك فيه لبقية الأسبوع ولا تعرف لماذا، ثم تنام أخيرا";
  const rtl = { caption: words, alt: words, bio: words, comment: words, reason: words, keyName: "key" };
  const filled = await fillWorld(own, rtl);
  await using tab = await signInTab(browser, own, filled.author, { viewport: { width: 360, height: 800 } });
  const { page } = tab;
  const [meme] = filled.memes;
  for (const [path, selector] of [
    ["/", ".card-caption"],
    [`/meme/${meme!.id}`, ".meme-caption"],
    [`/meme/${meme!.id}`, ".comment-words"],
    [`/profile/${filled.author.user.id}`, ".profile-bio"],
    ["/notifications", ".told-text"],
    ["/reports", ".report-words"],
    ["/moderation", ".thing-caption"],
    [`/meme/${meme!.id}/comments/${filled.comment}/report`, ".report-words"],
  ] as const) {
    await page.goto(path);
    const gap = await page
      .locator(selector)
      .first()
      .evaluate((block) => {
        const range = document.createRange();
        range.selectNodeContents(block);
        const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
        const right = block.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(block).paddingRight);
        return Math.round(right - Math.min(...lines.map((line) => line.right)));
      });
    expect(gap, `${selector} on ${path}`).toBeLessThan(3);
  }
}, 60_000);

test("the first load of the feed is small: one stylesheet, one script, kept for ever", async () => {
  for (let i = 0; i < 24; i++) await world.meme({ by: site.author, caption: `Number ${i}: ${crypto.randomUUID()}` });
  const page = await world.as().get("/", { headers: { "Accept-Encoding": "gzip" }, decompress: false } as RequestInit);
  const packed = await page.bytes();
  const html = new TextDecoder().decode(Bun.gunzipSync(packed));
  const [styles, scripts] = [/<link rel="stylesheet" href="([^"]+)"/g, /<script[^>]* src="([^"]+)"/g].map((shape) =>
    [...html.matchAll(shape)].map(([, path]) => path!),
  );
  expect([styles!.length, scripts!.length]).toEqual([1, 1]);
  let size = packed.length;
  for (const path of [...styles!, ...scripts!]) {
    expect(path).toMatch(/^\/assets\/site\.[0-9a-f]{12}\.(css|js)$/);
    const asset = await world
      .as()
      .get(path, { headers: { "Accept-Encoding": "gzip" }, decompress: false } as RequestInit);
    expect(asset.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    size += (await asset.bytes()).length;
  }
  expect(size).toBeLessThan(60_000);
});
