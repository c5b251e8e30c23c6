// `npm run screenshots` fills a fresh site with good-looking data and takes the pictures in docs/screenshots/. Run it after
// changing how pages look, check the result, and commit it.
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import sharp from "sharp";

import { launchChromium } from "../test/chromium.ts";
import { signInTab } from "../test/web/signed-in.ts";
import { openSite, VIEWER, type Site } from "./screenshots/site.ts";

const FOLDER = join(import.meta.dir, "../docs/screenshots");
const STARTER = join(import.meta.dir, "../assets/starter");
const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 860 } };
const TALL: BrowserContextOptions = { viewport: { width: 1280, height: 1240 } };
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true };

interface Shot {
  name: string;
  window: BrowserContextOptions;
  colorScheme: "light" | "dark";
  path(site: Site): string;
  /** The account to sign in with. */
  by?: string;
  /** What to do on the page before taking the picture. */
  act?(page: Page): Promise<void>;
}

const memePath = ({ memes }: Site) => `/meme/${memes[0]!.id}`;

const SHOTS: Shot[] = [
  { name: "feed-desktop-light", window: DESKTOP, colorScheme: "light", path: () => "/" },
  { name: "feed-desktop-dark", window: DESKTOP, colorScheme: "dark", path: () => "/" },
  { name: "feed-phone-dark", window: PHONE, colorScheme: "dark", path: () => "/" },
  { name: "meme-desktop-light", window: DESKTOP, colorScheme: "light", path: memePath },
  { name: "meme-desktop-dark", window: DESKTOP, colorScheme: "dark", path: memePath },
  { name: "submit-phone", window: PHONE, colorScheme: "light", path: () => "/submit", act: chooseAPicture },
  {
    name: "profile",
    window: DESKTOP,
    colorScheme: "light",
    path: ({ people }) => `/profile/${people.get("mira")!.user.id}`,
  },
  { name: "stats", window: TALL, colorScheme: "light", path: () => "/stats" },
  { name: "settings-keys", window: DESKTOP, colorScheme: "light", path: () => "/settings/keys", act: makeAKey },
  { name: "docs", window: DESKTOP, colorScheme: "light", path: () => "/docs" },
  { name: "notifications-phone", window: PHONE, colorScheme: "light", path: () => "/notifications", by: "mira" },
  { name: "moderation", window: DESKTOP, colorScheme: "dark", path: () => "/moderation", by: "owner" },
  // Start at the charts: the part above them shows folders of this machine.
  { name: "admin", window: DESKTOP, colorScheme: "light", path: () => "/admin#traffic", by: "owner" },
];

async function chooseAPicture(page: Page) {
  await page.locator("input[type=file]").first().setInputFiles(join(STARTER, "printer.png"));
  await page.getByLabel("Caption").first().fill("It can smell a deadline.");
  await page.locator("[data-preview] img").waitFor();
  await page.evaluate(() => {
    (document.activeElement as HTMLElement).blur();
    scrollTo(0, 0);
  });
}

async function makeAKey(page: Page) {
  await page.getByLabel("Name").first().fill("Monday bot");
  await page.getByRole("button", { name: /key/i }).last().click();
  await page.locator(".made-key").waitFor();
}

async function take(browser: Browser, site: Site, { name, window, colorScheme, path, act, by = VIEWER }: Shot) {
  await using tab = await signInTab(browser, site.world, site.people.get(by)!, { ...window, colorScheme });
  const { page } = tab;
  await page.goto(path(site));
  await act?.(page);
  await page.waitForLoadState("networkidle");
  await page.evaluate(async () => {
    const inSight = Array.from(document.images).filter((one) => one.getBoundingClientRect().top < innerHeight);
    await Promise.all(inSight.map((one) => one.decode().catch(() => {})));
  });
  const bytes = await sharp(await page.screenshot())
    .png({ palette: true, quality: 96, effort: 10 })
    .toBuffer();
  await Bun.write(join(FOLDER, `${name}.png`), bytes);
  console.log(`${name}.png  ${(bytes.length / 1000).toFixed(0)} kB`);
  if (tab.problems.length > 0) throw new Error(`${name}: ${tab.problems.join("; ")}`);
}

const site = await openSite();
const browser = await launchChromium();
try {
  for (const shot of SHOTS) await take(browser, site, shot);
} finally {
  await browser.close();
  await site.world[Symbol.asyncDispose]();
}
