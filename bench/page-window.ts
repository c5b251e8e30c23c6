// Windows of a real browser on a site, as fast as a phone on a poor connection, or as this machine is.
import type { Browser, BrowserContextOptions, CDPSession, Page } from "playwright-core";

import type { PageSite } from "./page-site.ts";

export const WHO = ["guest", "signed in"] as const;
export type Who = (typeof WHO)[number];

/** What most phones have had for years. */
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 3,
  isMobile: true,
  hasTouch: true,
};
export const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 860 } };

/** 1.6 Mbit/s down, 0.75 up, 150 ms to the site and back. */
export const BYTES_PER_SECOND = 200_000;
export const ROUND_TRIP_MS = 150;
const UP_BYTES_PER_SECOND = 93_750;
const CPU_DIVISOR = 4;

export interface Window extends AsyncDisposable {
  page: Page;
  cdp: CDPSession;
}

/** With an empty cache: nothing is shared with other windows. */
export async function openWindow(
  browser: Browser,
  { origin, session }: Pick<PageSite, "origin" | "session">,
  who: Who,
  options: BrowserContextOptions,
): Promise<Window> {
  const context = await browser.newContext({ baseURL: origin, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  if (who === "signed in")
    await context.addCookies([{ name: "guffaw", value: session, url: origin, httpOnly: true, sameSite: "Lax" }]);
  const page = await context.newPage();
  return { page, cdp: await context.newCDPSession(page), [Symbol.asyncDispose]: () => context.close() };
}
/** On a machine that is busy with something else. */
const PATIENCE_MS = 300_000;

export async function slowDown({ cdp }: Window) {
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: UP_BYTES_PER_SECOND,
  });
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: CPU_DIVISOR });
}
