import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";

import { MAX_SEARCH } from "../../src/core/search/search-memes.ts";
import { upsertSuggestion } from "../../src/data/suggestions.ts";
import { MAX_SOUGHT } from "../../src/http/web/moderation/log-page.tsx";
import { wantedIn } from "../../src/words/catalogue.ts";
import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { until } from "../until.ts";
import { openWorld, type World } from "../world.ts";
import { openTab, unfoldAll } from "./browser.ts";
import { fillHostile } from "./hostile-world.ts";
import { PAYLOADS, sharing } from "./payloads.ts";
import { allPlaces } from "./places.ts";
import { sessionCookie, signInTab } from "./signed-in.ts";
import { intruders, NO_NOTES, setTrap, takeNotes, type Trap } from "./trap.ts";

// everywhere.test.ts checks that no payload does anything on the pages of places.ts.

/** Nobody looks at these windows, and painting is half the work of opening a page. */
const SMALL = { viewport: { width: 100, height: 100 } };

const GROUPS = sharing(MAX_SEARCH);
/** The staff log takes no more. */
const SHORT_GROUPS = sharing(MAX_SOUGHT);

let browser: SharedBrowser;
let world: World;
let site: Awaited<ReturnType<typeof fillHostile>>;
let trap: Trap;
let guestTrap: Trap;

beforeAll(async () => {
  world = await openWorld("SQLite");
  site = await fillHostile(world);
  browser = await sharedChromium();
  trap = await setTrap(await signInTab(browser, world, site.author, SMALL));
  guestTrap = await setTrap(await openTab(browser, world, SMALL));
}, LAUNCH_TIMEOUT);

afterAll(async () => {
  for (const tab of [trap, guestTrap]) await tab?.[Symbol.asyncDispose]();
  await world?.[Symbol.asyncDispose]();
});

async function provoke(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await unfoldAll(page);
  expect(await intruders(page), path).toEqual([]);
}

test("a trap notices what runs", async () => {
  await using fresh = await setTrap(await openTab(browser, world));
  await fresh.page.setContent("<img src=x onerror=__hit()><a href='javascript:__hit()'>press</a>");
  await fresh.page.getByText("press").click();
  await until(() => fresh.hits.length >= 2);
});

test("there are at least 40 payloads", () => {
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(40);
});

test.each([...GROUPS.keys()])(
  "payloads of group %i do nothing on the pages of a meme and of its author, which show them as text",
  async (i) => {
    const { meme, by, payloads } = site.attacks[i]!;
    for (const path of [`/moderation/memes/${meme.id}`, `/moderation/people/${by.user.id}`, `/meme/${meme.id}`])
      await provoke(trap.page, path);
    await provoke(trap.page, `/@${by.user.username}`);
    const shown = await trap.page.locator("main").textContent();
    for (const payload of payloads) expect(shown).toContain(payload.trim());
    expect(takeNotes(trap)).toEqual(NO_NOTES);
  },
);

test("the groups hold every payload", () => {
  expect(site.attacks.map(({ payloads }) => payloads)).toEqual(GROUPS);
  for (const [length, groups] of [
    [MAX_SEARCH, GROUPS],
    [MAX_SOUGHT, SHORT_GROUPS],
  ] as const) {
    expect(groups.flat().sort()).toEqual([...PAYLOADS].sort());
    expect(groups.filter((some) => some.join(" ").length > length)).toEqual([]);
  }
});

describe.each(GROUPS.map((some) => some.join(" ")))("%s does nothing", (shared) => {
  const text = encodeURIComponent(shared);

  test("in an address", async () => {
    for (const path of [
      `/search?search=${text}`,
      `/translate/fr?show=all&search=${text}`,
      `/?cursor=${text}`,
      `/profile/${text}`,
    ])
      await provoke(trap.page, path);
    expect(takeNotes(trap)).toEqual(NO_NOTES);
  });

  test("on the sign-in and sign-up pages", async () => {
    for (const name of ["sign-in", "sign-up"]) await provoke(guestTrap.page, `/${name}?next=${text}&invite=${text}`);
    expect(takeNotes(guestTrap)).toEqual(NO_NOTES);
  });
});

test.each(SHORT_GROUPS.map((some) => some.join(" ")))("%s does nothing when sought in the staff log", async (text) => {
  await provoke(trap.page, `/moderation/log?words=${encodeURIComponent(text)}`);
  expect(takeNotes(trap)).toEqual(NO_NOTES);
});

test.each(PAYLOADS)("%s leads to no other site", async (next) => {
  const response = await world.as().post("/theme", {
    body: new URLSearchParams({ theme: "dark", next }),
    headers: { "Sec-Fetch-Site": "same-origin" },
  });
  expect(response.status).toBe(303);
  expect(new URL(response.headers.get("location")!, world.origin).origin).toBe(world.origin);
});

/** Provokes a page and the following ones, one by one. */
async function provokeAll(page: Page, first: string, read: () => Promise<void>): Promise<void> {
  for (let path: string | null = first; path !== null;) {
    await provoke(page, path);
    await read();
    const next = page.locator("a[rel=next]");
    path = (await next.count()) > 0 ? await next.getAttribute("href") : null;
  }
}

describe("no payload does anything", () => {
  test("in notifications, which show all of them", async () => {
    let shown = "";
    await provokeAll(trap.page, "/notifications", async () => {
      shown += await trap.page.locator("main").textContent();
    });
    for (const payload of PAYLOADS) expect(shown).toContain(payload.trim());
    expect(takeNotes(trap)).toEqual(NO_NOTES);
  });

  test("in the suggestions of translators, which show all of them", async () => {
    // Bypasses the verb, which would refuse most of them.
    const keys = wantedIn("fr").slice(0, PAYLOADS.length);
    for (const [i, { key, english: source }] of keys.entries()) {
      const words = { source, text: PAYLOADS[i]!, userId: site.author.user.id, createdAt: Date.now() };
      await upsertSuggestion(world.db, { language: "fr", key, ...words });
    }
    const shown: string[] = [];
    await provokeAll(trap.page, "/translate/fr?show=suggested", async () => {
      for (const field of await trap.page.locator("textarea").all()) shown.push(await field.inputValue());
    });
    expect(shown).toEqual([...PAYLOADS]);
    expect(takeNotes(trap)).toEqual(NO_NOTES);
  });

  test("typed as a code for Pro, and shown again", async () => {
    await using tab = await setTrap(await signInTab(browser, world, await world.member()));
    // As many attempts as an hour allows.
    for (const payload of PAYLOADS.slice(0, 10)) {
      await tab.page.goto("/settings/pro");
      await tab.page.fill('[name="code"]', payload.slice(0, 100));
      await tab.page.click('text="Redeem"');
      expect(await tab.page.textContent(".form-error")).toContain("There is no such code");
      expect(await tab.page.inputValue('[name="code"]')).toBe(payload.slice(0, 100).replaceAll("\n", ""));
    }
    expect(takeNotes(tab)).toEqual(NO_NOTES);
  });

  test("as a username, which it cannot be, or as markup in files for machines", async () => {
    for (const payload of PAYLOADS) expect(world.member({ name: payload })).rejects.toThrow();
    const cookie = await sessionCookie(world, site.author);
    for (const path of allPlaces(site)) {
      const response = await world.as().get(path, { headers: { Cookie: cookie } });
      const text = await response.text();
      if (response.headers.get("content-type")?.includes("json")) continue;
      expect(
        PAYLOADS.filter((one) => /[<>"]/.test(one) && text.includes(one)),
        path,
      ).toEqual([]);
    }
  });
});
