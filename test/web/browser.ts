import type { BrowserContextOptions, Page } from "playwright-core";

import type { SharedBrowser } from "../chromium.ts";
import type { World } from "../world.ts";

export const SCHEMES = ["light", "dark"] as const;

export interface Tab extends AsyncDisposable {
  page: Page;
  /** What no page of ours may cause: an error, a breach of the CSP, a request to anyone else. */
  problems: string[];
}

/** A window of its own on a world's site, that takes note of everything that goes wrong. */
export async function openTab(browser: SharedBrowser, world: World, options: BrowserContextOptions = {}): Promise<Tab> {
  const context = await browser.newContext({ baseURL: world.origin, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    // That a request was refused is no fault of the page that shows it.
    if (
      ["error", "warning"].includes(message.type()) &&
      !/the server responded with a status of 4/.test(message.text())
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

/** Every text of the page that is too faint on what lies below it, by the measure of WCAG AA. */
export function faintTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const pixel = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true })!;
    const luminance = (layers: string[]) => {
      for (const colour of layers) {
        pixel.fillStyle = colour;
        pixel.fillRect(0, 0, 1, 1);
      }
      const [r = 0, g = 0, b = 0] = [...pixel.getImageData(0, 0, 1, 1).data].map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const faint: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>("body *")) {
      const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue!.trim() !== "");
      if (!own || !element.checkVisibility()) continue;
      const below: string[] = [];
      for (let at: Element | null = element; at; at = at.parentElement)
        below.unshift(getComputedStyle(at).backgroundColor);
      const [one, two] = [luminance(below), luminance([...below, getComputedStyle(element).color])];
      const contrast = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
      if (contrast < 4.5) faint.push(`${contrast.toFixed(2)} ${element.outerHTML.slice(0, 80)}`);
    }
    return faint;
  });
}

/** By how many pixels the page can be scrolled sideways. */
export const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

export const unfoldAll = (page: Page) =>
  page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
