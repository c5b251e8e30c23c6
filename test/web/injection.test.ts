import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";

import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import { submitMeme } from "../../src/core/memes/submit-meme.ts";
import { hideMeme } from "../../src/core/moderation/hide-meme.ts";
import { releaseMeme } from "../../src/core/moderation/release-meme.ts";
import { reportComment, reportMeme } from "../../src/core/reports/report-meme.ts";
import { resolveReport } from "../../src/core/reports/settle-report.ts";
import { startSession } from "../../src/core/sessions/session.ts";
import type { Meme } from "../../src/entities/meme.ts";
import { upsertSuggestion } from "../../src/data/suggestions.ts";
import { wantedIn } from "../../src/words/catalogue.ts";
import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { openWorld, smallImage, type TestMember, type World } from "../world.ts";
import { unfoldAll, type Tab } from "./browser.ts";
import { PAYLOADS } from "./payloads.ts";
import { addLinked, addPasskey, allPlaces, fail, fillWorld, moderate, pagesFor, type Filled } from "./places.ts";
import { sessionCookie, signInTab } from "./signed-in.ts";

const SLOW = 300_000;

let browser: SharedBrowser;
let world: World;
let site: Filled;
const written: { by: TestMember; meme: Meme; payload: string }[] = [];

beforeAll(async () => {
  world = await openWorld("SQLite");
  const everything = PAYLOADS.join(" ").slice(0, 900);
  const [first] = PAYLOADS;
  site = await fillWorld(world, {
    caption: first!,
    alt: everything,
    bio: everything,
    comment: everything,
    reason: first!,
    keyName: PAYLOADS[26]!,
  });
  for (const payload of PAYLOADS) written.push(await write(payload));
  browser = await sharedChromium();
}, LAUNCH_TIMEOUT);

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

/** Somebody who has nothing else to say, wherever something can be said. */
async function write(payload: string) {
  const by = await world.member({ bio: payload });
  const image = await smallImage();
  const { meme } = await submitMeme(world.ctx(by), { image, caption: payload, alt: payload, age: 2 });
  const { id: memeId } = meme;
  const { id: parent } = await commentOnMeme(world.ctx(by), { memeId, content: payload });
  await commentOnMeme(world.ctx(site.author), { memeId, content: payload, parent });
  // Whose notifications say so.
  await commentOnMeme(world.ctx(by), { memeId: site.memes[0]!.id, content: payload });
  await reportMeme(world.ctx(site.fan), { memeId, reason: payload.slice(0, 100), description: payload });
  await reportComment(world.ctx(site.fan), { memeId, commentId: parent, reason: "x", description: payload });
  const { report } = await reportMeme(world.ctx(site.author), { memeId, reason: "x", description: payload });
  await resolveReport(world.ctx(site.author), report.id, payload);
  await hideMeme(world.ctx(), { memeId, reason: payload.slice(0, 400) });
  await releaseMeme(world.ctx(), memeId);
  await moderate(site, by, payload);
  await world.key(site.author.user, { name: payload.slice(0, 60).trim() });
  await addPasskey(world, site.author, payload.slice(0, 60).trim());
  await addLinked(world, site.author, payload);
  await startSession(world.ctx(site.author), site.author.user.id, payload);
  await fail(world, payload, `failed-${memeId}`);
  return { by, meme, payload };
}

/** A window in which anything that runs is noticed. */
async function openTrap(who = site.author): Promise<Tab & { hits: string[] }> {
  const tab = await signInTab(browser, world, who);
  const hits: string[] = [];
  await tab.page.exposeFunction("__hit", () => hits.push(tab.page.url()));
  tab.page.on("dialog", (dialog) => (hits.push(`a dialog on ${tab.page.url()}`), dialog.dismiss()));
  return { ...tab, hits };
}

/** Opens a page, unfolds it, touches whatever can be touched; then looks for what only an intruder could have left. */
async function provoke(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  await unfoldAll(page);
  return page.evaluate(() => {
    for (const one of document.querySelectorAll("main *"))
      for (const type of ["mouseover", "focus", "toggle"]) one.dispatchEvent(new Event(type, { bubbles: true }));
    const handlers = [...document.querySelectorAll("*")].filter((one) =>
      [...one.attributes].some(({ name }) => name.startsWith("on") || name === "srcdoc" || name === "style"),
    );
    const links = [...document.querySelectorAll<HTMLElement>("[href], [src], [action], [formaction]")].filter((one) =>
      ["href", "src", "action", "formaction"].some((name) => {
        const value = one.getAttribute(name);
        return value !== null && !/^(https?|blob):/.test(new URL(value, location.href).protocol);
      }),
    );
    const strangers = document.querySelectorAll(
      "iframe, object, embed, base, style, audio, meta[http-equiv], script:not([nonce]), bdo, marquee",
    );
    return [...handlers, ...links, ...strangers].map((one) => one.outerHTML.slice(0, 200));
  });
}

test("a trap notices what runs", async () => {
  await using trap = await openTrap();
  await trap.page.setContent("<img src=x onerror=__hit()><a href='javascript:__hit()'>press</a>");
  await trap.page.getByText("press").click();
  while (trap.hits.length < 2) await Bun.sleep(10);
});

describe(`${PAYLOADS.length} ways to smuggle in a script`, () => {
  test(
    "find none on any page, whatever field they are written into",
    async () => {
      expect(PAYLOADS.length).toBeGreaterThanOrEqual(40);
      await using trap = await openTrap();
      for (const path of pagesFor(site, "member")) expect(await provoke(trap.page, path), path).toEqual([]);
      for (const { meme, by, payload } of written) {
        const ofStaff = [`/moderation/memes/${meme.id}`, `/moderation/people/${by.user.id}`];
        for (const path of [...ofStaff, `/meme/${meme.id}`, `/profile/${by.user.id}`])
          expect(await provoke(trap.page, path), `${path}: ${payload}`).toEqual([]);
        expect(await trap.page.locator("main").textContent()).toContain(payload.trim());
      }
      expect({ hits: trap.hits, problems: trap.problems }).toEqual({ hits: [], problems: [] });
    },
    SLOW,
  );

  test(
    "find none in what people are told of",
    async () => {
      await using trap = await openTrap();
      let path: string | null = "/notifications";
      let told = "";
      while (path !== null) {
        expect(await provoke(trap.page, path), path).toEqual([]);
        told += await trap.page.locator("main").textContent();
        const older = trap.page.locator("a[rel=next]");
        path = (await older.count()) > 0 ? await older.getAttribute("href") : null;
      }
      for (const payload of PAYLOADS) expect(told).toContain(payload.trim());
      expect({ hits: trap.hits, problems: trap.problems }).toEqual({ hits: [], problems: [] });
    },
    SLOW,
  );

  test(
    "find none in what translators suggest",
    async () => {
      // Written behind the back of the verb, which would refuse most of them.
      const keys = wantedIn("fr").slice(0, PAYLOADS.length);
      for (const [i, { key, english: source }] of keys.entries()) {
        const words = { source, text: PAYLOADS[i]!, user_id: site.author.user.id, created_at: Date.now() };
        await upsertSuggestion(world.db, { language: "fr", key, ...words });
      }
      await using trap = await openTrap();
      let path: string | null = "/translate/fr?show=suggested";
      const shown: string[] = [];
      while (path !== null) {
        expect(await provoke(trap.page, path), path).toEqual([]);
        for (const field of await trap.page.locator("textarea").all()) shown.push(await field.inputValue());
        const more = trap.page.locator("a[rel=next]");
        path = (await more.count()) > 0 ? await more.getAttribute("href") : null;
      }
      expect(shown).toEqual([...PAYLOADS]);
      expect({ hits: trap.hits, problems: trap.problems }).toEqual({ hits: [], problems: [] });
    },
    SLOW,
  );

  test(
    "find none in an address",
    async () => {
      await using trap = await openTrap();
      for (const payload of PAYLOADS) {
        const text = encodeURIComponent(payload);
        for (const path of [
          `/moderation/log?words=${text}`,
          `/search?search=${text}`,
          `/translate/fr?show=all&search=${text}`,
          `/?cursor=${text}`,
          `/profile/${text}`,
        ])
          expect(await provoke(trap.page, path), path).toEqual([]);
      }
      expect({ hits: trap.hits, problems: trap.problems }).toEqual({ hits: [], problems: [] });
    },
    SLOW,
  );

  test(
    "find none on the way back from signing in, and no way to another site",
    async () => {
      await using trap = await openTrap();
      await trap.page.context().clearCookies();
      for (const payload of PAYLOADS)
        for (const name of ["sign-in", "sign-up"]) {
          const path = `/${name}?next=${encodeURIComponent(payload)}&invite=${encodeURIComponent(payload)}`;
          expect(await provoke(trap.page, path), path).toEqual([]);
        }
      for (const next of PAYLOADS) expect(await wayBack(next), next).toBe(world.origin);
      expect({ hits: trap.hits, problems: trap.problems }).toEqual({ hits: [], problems: [] });
    },
    SLOW,
  );

  async function wayBack(next: string): Promise<string> {
    const response = await world.as().post("/theme", {
      body: new URLSearchParams({ theme: "dark", next }),
      headers: { "Sec-Fetch-Site": "same-origin" },
    });
    expect(response.status).toBe(303);
    return new URL(response.headers.get("location")!, world.origin).origin;
  }

  test(
    "find none in what is typed as a code for Pro, and shown again",
    async () => {
      await using trap = await openTrap(await world.member());
      // As many as may be tried within the hour.
      for (const payload of PAYLOADS.slice(0, 10)) {
        await trap.page.goto("/settings/pro");
        await trap.page.fill('[name="code"]', payload.slice(0, 100));
        await trap.page.click('text="Redeem"');
        expect(await trap.page.textContent(".form-error")).toContain("There is no such code");
        expect(await trap.page.inputValue('[name="code"]')).toBe(payload.slice(0, 100).replaceAll("\n", ""));
      }
      expect({ hits: trap.hits, problems: trap.problems }).toEqual({ hits: [], problems: [] });
    },
    SLOW,
  );

  test("are no usernames, and no markup in what machines read", async () => {
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
