// What people see: how soon, how heavy, how still and how smooth, in a real browser.
import type { Browser } from "playwright-core";

import { launchChromium } from "../test/chromium.ts";
import { conclusionOf, type Figure, type Verdict } from "./figure.ts";
import { figuresTable, say } from "./main-table.ts";
import type { Options } from "./options.ts";
import { measureFrames } from "./page-frames.ts";
import { measureLoads } from "./page-loads.ts";
import { measureShifts } from "./page-shifts.ts";
import { openPageSite, type PageSite } from "./page-site.ts";
import { DESKTOP, PHONE } from "./page-window.ts";
import { saveResult } from "./result.ts";

export async function runPages(options: Options): Promise<Verdict[]> {
  await using stack = new AsyncDisposableStack();
  say("preparing a site with photographs");
  const site = stack.use(await openPageSite(options));
  const browser = stack.adopt(await launchChromium(), (one) => one.close());
  const figures = await measure(browser, site, options);
  console.log(`${figuresTable("In the browser", figures)}\n`);
  await saveResult(options.out, "pages", { rounds: options.timing.rounds, figures });
  const verdicts = figures.map(({ verdict }) => verdict);
  console.log(conclusionOf(verdicts));
  return verdicts;
}

async function measure(browser: Browser, site: PageSite, options: Options): Promise<Figure[]> {
  const { rounds } = options.timing;
  const windows = Object.entries({ phone: PHONE, ...(!options.quick && { desktop: DESKTOP }) });
  const figures: Figure[] = [];
  const add = async (name: string, part: () => Promise<Figure[]>) => {
    if (!options.wanted(name)) return;
    say(name);
    figures.push(...(await part()));
  };
  await add("LCP, weight", () => measureLoads(browser, site, rounds));
  for (const [name, window] of windows) await add(`shift, ${name}`, () => measureShifts(browser, site, name, window));
  for (const [name, window] of windows)
    await add(`frame p95, ${name}`, () => measureFrames(browser, site, name, window, rounds));
  return figures;
}
