// Whether anything moves by itself: while a page loads, when its pictures come late, and while somebody scrolls.
import type { Browser, BrowserContextOptions } from "playwright-core";

import { shiftsOn } from "../test/web/layout-shift.ts";
import { figureOf, type Figure } from "./figure.ts";
import type { PageSite } from "./page-site.ts";
import { openWindow, WHO } from "./page-window.ts";

/** For guests and people who are signed in; the larger counts. */
export async function measureShifts(
  browser: Browser,
  site: PageSite,
  name: string,
  options: BrowserContextOptions,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [place, path] of Object.entries(site.paths)) {
    const sums: number[] = [];
    for (const who of WHO) {
      await using window = await openWindow(browser, site, who, options);
      const shifts = await shiftsOn(window.page, path);
      sums.push(shifts.reduce((sum, { value }) => sum + value, 0));
    }
    const target = { unit: "CLS", max: 0 } as const;
    const figure = { name: `shift, ${place}, ${name}`, database: "sqlite", target, noisy: false } as const;
    figures.push(figureOf(figure, [Math.max(...sums)]));
  }
  return figures;
}
