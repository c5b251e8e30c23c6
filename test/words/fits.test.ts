import { expect, test } from "bun:test";
import type { Page } from "playwright-core";

import { MAX_USERNAME } from "../../src/core/users/username.ts";
import { CATALOGUES } from "../../src/words/languages.ts";
import { LAUNCH_TIMEOUT, sharedChromium } from "../chromium.ts";
import { openWorld } from "../world.ts";
import { sidewaysScroll, unfoldAll } from "../web/browser.ts";
import { fillWorld, moderate, pagesFor } from "../web/places.ts";
import { signInTab } from "../web/signed-in.ts";

const NARROW = { width: 320, height: 800 };

/** What people may write that leaves no place to break a line, in the widest letter there is. */
const wide = (length: number) => "W".repeat(length);
const WIDE = {
  caption: wide(200),
  alt: wide(200),
  bio: wide(200),
  comment: wide(200),
  reason: wide(100),
  keyName: wide(60),
  author: wide(MAX_USERNAME),
  fan: `${wide(MAX_USERNAME - 1)}M`,
};

/** What to look at first. */
const stickingOut = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((one) => one.getBoundingClientRect().right > innerWidth)
      .map((one) => `${one.tagName.toLowerCase()}.${one.className}: ${one.textContent.trim().slice(0, 20)}`)
      .slice(-3),
  );

test.each([...CATALOGUES.keys()])(
  "the words of %s fit into a narrow window, on every page, around the widest words and names of people",
  async (language) => {
    await using world = await openWorld("SQLite");
    const site = await fillWorld(world, WIDE);
    const troll = await world.member({ name: `${wide(MAX_USERNAME - 1)}N` });
    await moderate(site, troll, WIDE.comment);
    const browser = await sharedChromium();
    await using tab = await signInTab(browser, world, site.author, { viewport: NARROW });
    const { page } = tab;
    await page.context().addCookies([{ name: "guffaw-language", value: language, url: world.origin }]);
    const tooWide: Record<string, string[]> = {};
    for (const path of [...pagesFor(site, "member"), `/moderation/people/${troll.user.id}`]) {
      await page.goto(path);
      await unfoldAll(page);
      if ((await sidewaysScroll(page)) > 0) tooWide[path] = await stickingOut(page);
    }
    expect({ tooWide, problems: tab.problems }).toEqual({ tooWide: {}, problems: [] });
  },
  LAUNCH_TIMEOUT + 120_000,
);
