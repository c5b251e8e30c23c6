import type { BrowserContextOptions, Page } from "playwright-core";

import type { SharedBrowser } from "../chromium.ts";
import type { World } from "../world.ts";

export const SCHEMES = ["light", "dark"] as const;

export interface Tab extends AsyncDisposable {
  page: Page;
  /** What no page of ours may cause: an error, a CSP violation, a request to another site. */
  problems: string[];
}

/**
 * A separate window on a world's site that records everything that goes wrong. Without a service worker, unless the test
 * is about it: Playwright cannot stand between it and the site.
 */
export async function openTab(browser: SharedBrowser, world: World, options: BrowserContextOptions = {}): Promise<Tab> {
  const context = await browser.newContext({
    baseURL: world.origin,
    reducedMotion: "reduce",
    serviceWorkers: "block",
    ...options,
  });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    // A refused request is not the fault of the page that shows it.
    if (
      ["error", "warning"].includes(message.type()) &&
      !/the server responded with a status of 4|registration blocked by Playwright/.test(message.text())
    )
      problems.push(message.text());
  });
  page.on("request", (request) => {
    if (
      !request
        .url()
        .replace(/^blob:/, "")
        .startsWith(`${world.origin}/`)
    )
      problems.push(`a request to ${request.url()}`);
  });
  return { page, problems, [Symbol.asyncDispose]: () => context.close() };
}

/** How many pixels the page can be scrolled sideways. */
export const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

export const unfoldAll = (page: Page) =>
  page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
