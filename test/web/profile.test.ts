import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";

import { chooseAppearance } from "../../src/core/pro/choose-appearance.ts";
import { readUserHistory } from "../../src/core/users/read-history.ts";
import { findUser } from "../../src/data/users.ts";
import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { DIALECTS, openWorld, type TestMember, type World } from "../world.ts";
import { openTab, sidewaysScroll, unfoldAll } from "./browser.ts";
import { sessionCookie, signInTab } from "./signed-in.ts";

const SLOW = 600_000;
const BIO = 'Laughs at <script>alert("bio")</script>\nand [links](javascript:alert(1)) https://example.com';

let browser: SharedBrowser;
let world: World;
let ada: TestMember;
let bob: TestMember;

beforeAll(async () => {
  world = await openWorld("SQLite");
  ada = await world.member({ name: "Ada.L", bio: BIO, perks: ["verified", "pro"] });
  await chooseAppearance(world.ctx(ada), { name: "grape", cover: "", pattern: "" });
  bob = await world.member({ name: "bob" });
  for (let i = 0; i < 22; i++) await world.rate(bob, await world.meme({ by: ada, caption: `shown ${i}` }), 4);
  await world.rate(bob, await world.meme({ by: ada, caption: "hidden one" }), 1);
  const hidden = await world.db.selectFrom("memes").selectAll().where("caption", "=", "hidden one").executeTakeFirst();
  const response = await world.as(ada).put(`/v1/meme/${hidden!.id}/disable`);
  expect(response.status).toBe(200);
  browser = await sharedChromium();
}, LAUNCH_TIMEOUT);

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

const pathOf = ({ user }: TestMember) => `/@${user.username}`;
const followers = (page: Page) => page.textContent("[data-followers]");

describe("a profile", () => {
  test("is at its name; ids, old addresses and other spellings lead there", async () => {
    expect((await world.as().get("/@Ada.L")).status).toBe(200);
    expect((await world.as().get("/%40Ada.L")).status).toBe(200);
    for (const other of ["/@ada.l", "/profile/Ada.L", "/profile/ada.l", `/profile/${ada.user.id}`])
      for (const query of ["", "?cursor=x"]) {
        const answer = await world.as().get(other + query);
        expect([answer.status, answer.headers.get("location")]).toEqual([301, `/@Ada.L${query}`]);
        expect(answer.headers.get("cache-control")).toBe("no-store");
      }
    for (const nobody of ["nobody", "123456789012345678", "%00", "a%20b", "me", ""])
      for (const path of ["/@", "/profile/"])
        expect((await world.as().get(path + nobody)).status, path + nobody).toBe(404);
  });

  test(
    "shows the bio as text, the badges, the numbers and the chosen colour",
    async () => {
      await using tab = await openTab(browser, world);
      const { page } = tab;
      await page.goto(pathOf(ada));
      expect(await page.textContent(".profile-bio")).toBe(BIO);
      expect(await page.locator(".profile-bio *").count()).toBe(0);
      expect(await page.textContent("h1")).toBe("Ada.L");
      expect(await page.locator(".profile-line .badge").allTextContents()).toEqual(["Verified", "Pro"]);
      expect(await page.textContent("h1 .name-grape")).toBe("Ada.L");
      expect(await page.locator(".profile-stats dd").allTextContents()).toEqual(["22", "0", "0"]);
      expect(await page.locator("article").count()).toBe(20);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test("lists all memes, page by page", async () => {
    const first = await (await world.as().get(pathOf(ada))).text();
    const next = /rel="next" href="([^"]+)"/.exec(first)![1]!;
    const second = await (await world.as().get(next)).text();
    expect(second).toContain("shown 0");
    expect(second).toContain("Older memes");
    expect(second).not.toContain('rel="next"');
    expect((await world.as().get(`${pathOf(ada)}?cursor=nonsense`)).status).toBe(400);
  });
});

describe("a hidden meme", () => {
  const read = async (member?: TestMember) => {
    const headers = member ? { Cookie: await sessionCookie(world, member) } : undefined;
    const pages = [pathOf(ada), `${pathOf(ada)}/numbers`];
    const answers = await Promise.all(pages.map((path) => world.as().get(path, headers ? { headers } : {})));
    return (await Promise.all(answers.map((answer) => answer.text()))).join();
  };
  const image = (text: string) => /property="og:image" content="([^"]+)"/.exec(text)?.[1];

  test("is on no page and in no number, chart or preview for others", async () => {
    const newest = await world.db.selectFrom("memes").selectAll().where("caption", "=", "shown 21").executeTakeFirst();
    for (const text of [await read(), await read(bob)]) {
      expect(text).not.toContain("hidden one");
      expect(text).toContain("22 memes from");
      expect(text).toContain("22 ratings from");
      expect(text).toContain("Rated 4.0 on average");
      expect(image(text)).toContain(`/i/${newest!.id}/`);
    }
  });

  test("is visible to its author, but in no preview", async () => {
    const text = await read(ada);
    expect(text).toContain("hidden one");
    expect(text).toContain("23 memes from");
    expect(text).toContain("Rated 3.9 on average");
    expect(image(text)).toBe(image(await read())!);
  });
});

describe("following", () => {
  test(
    "goes on without leaving the page",
    async () => {
      await using tab = await signInTab(browser, world, bob);
      const { page } = tab;
      await page.goto(pathOf(ada));
      await page.evaluate(() => document.body.setAttribute("data-same-page", ""));
      for (const [press, then, number, told] of [
        ["Follow", "Unfollow", "1", "You now follow them."],
        ["Unfollow", "Follow", "0", "You no longer follow them."],
      ] as const) {
        await page.click(`follow-button >> text="${press}"`);
        await page.waitForSelector(`follow-button >> text="${then}"`);
        expect(await followers(page)).toBe(number);
        expect(await page.textContent("follow-button [role=status]")).toBe(told);
      }
      expect(await page.locator("body[data-same-page]").count()).toBe(1);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "works without scripts, and comes back to the page",
    async () => {
      await using tab = await signInTab(browser, world, bob, { javaScriptEnabled: false });
      const { page } = tab;
      await page.goto(pathOf(ada));
      await page.click('text="Follow"');
      expect(new URL(page.url()).pathname).toBe(pathOf(ada));
      expect(await followers(page)).toBe("1");
      await page.click('text="Unfollow"');
      expect(await followers(page)).toBe("0");
    },
    SLOW,
  );

  test(
    "works on a card, for all cards of the same person, and on the meme's page",
    async () => {
      await using home = await openWorld("SQLite");
      const [cleo, dan] = [await home.member({ name: "cleo" }), await home.member({ name: "dan" })];
      const memes = [await home.meme({ by: cleo, caption: "one" }), await home.meme({ by: cleo, caption: "two" })];
      await home.meme({ by: dan, caption: "mine" });
      await using tab = await signInTab(browser, home, dan);
      const { page } = tab;
      const words = () => page.locator("follow-button [data-word]").allTextContents();
      await page.goto("/?feed=new");
      // Nobody follows themselves.
      expect(await words()).toEqual(["Follow", "Follow"]);
      await page.getByRole("button", { name: "Follow cleo" }).first().click();
      await page.waitForSelector('follow-button >> text="Unfollow"');
      expect(await words()).toEqual(["Unfollow", "Unfollow"]);
      expect((await findUser(home.db, cleo.user.id))!.followerCount).toBe(1);
      await page.reload();
      expect(await words()).toEqual([]);
      await page.goto(`/meme/${memes[0]!.id}`);
      await page.getByRole("button", { name: "Unfollow cleo" }).click();
      await page.waitForSelector('follow-button >> text="Follow"');
      expect((await findUser(home.db, cleo.user.id))!.followerCount).toBe(0);
      expect(tab.problems).toEqual([]);
      await using plain = await signInTab(browser, home, dan, { javaScriptEnabled: false });
      await plain.page.goto(`/meme/${memes[1]!.id}`);
      await plain.page.getByRole("button", { name: "Follow cleo" }).click();
      expect(new URL(plain.page.url()).pathname).toBe(`/meme/${memes[1]!.id}`);
      expect((await findUser(home.db, cleo.user.id))!.followerCount).toBe(1);
      await using guest = await openTab(browser, home);
      await guest.page.goto(`/meme/${memes[1]!.id}`);
      await guest.page.getByRole("link", { name: "Follow cleo" }).click();
      expect(new URL(guest.page.url()).searchParams.get("next")).toBe("/@cleo");
    },
    SLOW,
  );

  test("is not for guests, nor for oneself, nor for other sites", async () => {
    expect(await (await world.as().get(pathOf(ada))).text()).toContain("Sign in to follow");
    const own = { Cookie: await sessionCookie(world, ada) };
    expect(await (await world.as().get(pathOf(ada), { headers: own })).text()).toContain("Edit your profile");
    const Origin = world.addresses.url;
    const follow = (headers: Record<string, string>) => world.as().post(`/profile/${ada.user.id}/follow`, { headers });
    expect((await follow({ Origin })).headers.get("location")).toContain("/sign-in");
    expect((await follow({ ...own, Origin })).status).toBe(400);
    expect(
      (await follow({ Cookie: await sessionCookie(world, bob), Origin: "https://elsewhere.example" })).status,
    ).toBe(403);
    const away = await world.as().post(`/profile/${ada.user.id}/unfollow`, {
      headers: { Cookie: await sessionCookie(world, bob), Origin },
      body: new URLSearchParams({ next: "//elsewhere.example/" }),
    });
    expect(away.headers.get("location")).toBe(pathOf(ada));
  });
});

describe("the page", () => {
  test(
    "fits 320 pixels, whatever the name and the bio",
    async () => {
      const wide = await world.member({ name: "W".repeat(32), bio: "m".repeat(400) });
      await using tab = await openTab(browser, world, { viewport: { width: 320, height: 640 } });
      for (const path of [pathOf(wide), `${pathOf(wide)}/numbers`]) {
        await tab.page.goto(path);
        await unfoldAll(tab.page);
        expect(await sidewaysScroll(tab.page)).toBe(0);
      }
    },
    SLOW,
  );

  test(
    "shows memes first: on a phone, one is visible at once, whatever the bio",
    async () => {
      const writer = await world.member({ name: "amber_acorn_1", bio: "all work and no play\n".repeat(45) });
      await world.meme({ by: writer, caption: "first" });
      await using tab = await openTab(browser, world, { viewport: { width: 390, height: 844 } });
      await tab.page.goto(pathOf(writer));
      const { y } = (await tab.page.locator(".card-picture").boundingBox())!;
      expect(y).toBeLessThan(700);
      expect(await tab.page.locator(".chart").count()).toBe(0);
      await tab.page.click('text="Numbers"');
      await tab.page.waitForSelector(".chart");
      expect(await tab.page.textContent(".profile-bio")).toBe(writer.user.bio);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "writes a name in one line",
    async () => {
      const people = [
        await world.member({ name: "amber_acorn_2" }),
        await world.member({ name: "brave_new_underscore" }),
        await world.member({ name: "an_exceedingly_long_name_of_32_c" }),
      ];
      for (const width of [360, 390, 1280]) {
        await using tab = await openTab(browser, world, { viewport: { width, height: 844 } });
        for (const person of people) {
          await tab.page.goto(pathOf(person));
          const lines = await tab.page.locator("h1 bdi").evaluate((name) => name.getClientRects().length);
          expect(lines, `${person.user.username} at ${width}`).toBe(1);
        }
      }
    },
    SLOW,
  );
});

describe.each(DIALECTS)("a person's history on %s", (dialect) => {
  test("goes by month, up to the last one with a meme", async () => {
    let now = Date.UTC(2026, 1, 3);
    await using other = await openWorld(dialect, { clock: () => now });
    const [cleo, dan] = [await other.member(), await other.member()];
    expect(await readUserHistory(other.ctx(dan), cleo.user)).toEqual({ months: [], average: undefined });
    await other.rate(dan, await other.meme({ by: cleo }), 5);
    now = Date.UTC(2026, 7, 31, 23, 59);
    for (let i = 0; i < 2; i++) await other.rate(dan, await other.meme({ by: cleo }), 2);
    await other.meme({ by: cleo, disabled: true });
    now = Date.UTC(2026, 10, 1);
    const { months, average } = await readUserHistory(other.ctx(dan), cleo.user);
    expect(months).toHaveLength(12);
    expect(months.at(-1)).toEqual({ start: Date.UTC(2026, 7, 1), memes: 2, ratings: 2 });
    expect(months.find(({ start }) => start === Date.UTC(2026, 1, 1))).toMatchObject({ memes: 1, ratings: 1 });
    expect(average).toBe(3);
    expect((await readUserHistory(other.ctx(cleo), cleo.user)).months.at(-1)).toMatchObject({ memes: 3, ratings: 2 });
  });
});
