import { expect, test } from "bun:test";

import { CATALOGUES } from "../../src/words/languages.ts";
import { LAUNCH_TIMEOUT, launchChromium } from "../chromium.ts";
import { openWorld } from "../world.ts";
import { sidewaysScroll, unfoldAll } from "../web/browser.ts";
import { fillWorld, pagesFor } from "../web/places.ts";
import { signInTab } from "../web/signed-in.ts";

const NARROW = { width: 320, height: 800 };

test.each([...CATALOGUES.keys()])(
  "the words of %s fit into a narrow window, on every page",
  async (language) => {
    await using world = await openWorld("SQLite");
    const site = await fillWorld(world);
    await using browser = await launchChromium();
    await using tab = await signInTab(browser, world, site.author, { viewport: NARROW });
    const { page } = tab;
    await page.context().addCookies([{ name: "guffaw-language", value: language, url: world.origin }]);
    const wide: string[] = [];
    for (const path of pagesFor(site, "member")) {
      await page.goto(path);
      await unfoldAll(page);
      if ((await sidewaysScroll(page)) > 0) wide.push(path);
    }
    expect({ wide, problems: tab.problems }).toEqual({ wide: [], problems: [] });
  },
  LAUNCH_TIMEOUT + 120_000,
);
