// What people see: how soon, how heavy, how still and how smooth, in a real browser.
import { launchChromium } from "../test/chromium.ts";
import { conclusionOf, type Figure, type Verdict } from "./figure.ts";
import { figuresTable, say } from "./main-table.ts";
import type { Options } from "./options.ts";
import { measureFrames } from "./page-frames.ts";
import { measureLoads } from "./page-loads.ts";
import { measureShifts } from "./page-shifts.ts";
import { openPageSite } from "./page-site.ts";
import { saveResult } from "./result.ts";

export async function runPages(options: Options): Promise<Verdict[]> {
  const { rounds } = options.timing;
  await using stack = new AsyncDisposableStack();
  say("preparing a site with photographs");
  const site = stack.use(await openPageSite(options));
  const browser = stack.adopt(await launchChromium(), (one) => one.close());
  const figures: Figure[] = [];
  for (const [name, measure] of PARTS) {
    if (!options.wanted(name)) continue;
    say(name);
    figures.push(...(await measure(browser, site, rounds)));
  }
  console.log(`${figuresTable("In the browser", figures)}\n`);
  await saveResult(options.out, "pages", { rounds, figures });
  const verdicts = figures.map(({ verdict }) => verdict);
  console.log(conclusionOf(verdicts));
  return verdicts;
}

const PARTS = [
  ["first loads", measureLoads],
  ["layout shifts", measureShifts],
  ["frames while scrolling", measureFrames],
] as const;
