import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";

import { chooseAppearance } from "../../src/core/pro/choose-appearance.ts";
import { COLOR_NAMES, PATTERNS } from "../../src/core/pro/appearance.ts";
import { makeCodes } from "../../src/core/pro/make-codes.ts";
import { addMonths } from "../../src/core/pro/months.ts";
import { redeemCode } from "../../src/core/pro/redeem-code.ts";
import { findUser } from "../../src/data/users.ts";
import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { openWorld, type TestMember, type World } from "../world.ts";
import { faultsInBothSchemes } from "./axe.ts";
import { SCHEMES, sidewaysScroll } from "./browser.ts";
import { htmlOf } from "./html.ts";
import { sessionCookie, signInTab } from "./signed-in.ts";

const SLOW = 600_000;
const DAY = 86_400_000;

let world: World;
let now = Date.parse("2026-01-31T10:00:00Z");
let staff: TestMember;

beforeAll(async () => {
  world = await openWorld("SQLite", { clock: () => now });
  staff = await world.member({ name: "staffer", perks: ["staff"] });
});
afterAll(() => world?.[Symbol.asyncDispose]());

const oneCode = async (months = 1) => (await makeCodes(world.ctx(), { months, count: 1 }))[0]!;
const redeem = async (member: TestMember, months = 1) => redeemCode(world.ctx(member), await oneCode(months));

async function visitor(member?: TestMember) {
  const headers: Record<string, string> = { "Sec-Fetch-Site": "same-origin" };
  if (member) headers.Cookie = await sessionCookie(world, member);
  const get = async (path: string, more: Record<string, string> = {}) => {
    const response = await world.as().get(path, { headers: { ...headers, ...more } });
    return { status: response.status, headers: response.headers, text: await htmlOf(response) };
  };
  const post = async (path: string, fields: Record<string, string> = {}) => {
    const response = await world.as().post(path, { headers, body: new URLSearchParams(fields) });
    return { status: response.status, headers: response.headers, text: await htmlOf(response) };
  };
  return { get, post };
}

describe("/settings/pro", () => {
  test("is for members, and says what Pro gives and how to get it", async () => {
    const guest = await visitor();
    expect((await guest.get("/settings/pro")).headers.get("location")).toContain("/sign-in?next=%2Fsettings%2Fpro");
    for (const path of ["/settings/pro/code", "/settings/pro/look"])
      expect((await guest.post(path)).headers.get("location")).toContain("/sign-in");
    const me = await visitor(await world.member());
    const { status, text } = await me.get("/settings/pro");
    expect(status).toBe(200);
    for (const words of [
      "You'll laugh just as hard without it",
      "What you get with Pro",
      "See everyone's ratings",
      'name="code"',
    ])
      expect(text).toContain(words);
    expect(text).not.toContain("Your colours");
    const german = await me.get("/settings/pro", { "Accept-Language": "de" });
    expect(german.text).toContain("Was du mit Pro bekommst");
  });

  test("takes a code however it is typed, and shows since when and until when", async () => {
    const me = await visitor(await world.member());
    const code = await oneCode(12);
    const sent = await me.post("/settings/pro/code", { code: ` ${code.toLowerCase().replaceAll("-", " ")}` });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, "/settings/pro"]);
    const { text } = await me.get("/settings/pro");
    expect(text).toContain("You've had Pro since 31 January 2026; it runs until 31 January 2027.");
    expect(text).toContain("Your colours");
    const again = await me.post("/settings/pro/code", { code });
    expect(again.status).toBe(400);
    expect(again.text).toContain("This code has already been redeemed");
    expect(again.text).toContain(`value="${code}"`);
  });

  test("keeps guessers away", async () => {
    const member = await world.member();
    const me = await visitor(member);
    for (let i = 0; i < 10; i++)
      expect((await me.post("/settings/pro/code", { code: `GUFFAW-2222-2222-2222-222${i % 8}` })).status).toBe(400);
    const code = await oneCode();
    const refused = await me.post("/settings/pro/code", { code });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.text).toContain("Too many attempts");
    now += 3_600_000;
    expect((await me.post("/settings/pro/code", { code })).status).toBe(303);
  });

  test("refuses a code, unused, if Pro has no end", async () => {
    const me = await visitor(await world.member({ perks: ["pro"] }));
    expect((await me.get("/settings/pro")).text).not.toContain('name="code"');
    const code = await oneCode();
    const refused = await me.post("/settings/pro/code", { code });
    expect(refused.text).toContain("can still redeem it");
    expect((await (await visitor(await world.member())).post("/settings/pro/code", { code })).status).toBe(303);
  });

  test("accepts colours of the palette from Pro members only", async () => {
    const member = await world.member();
    const me = await visitor(member);
    const look = { name: "grape", cover: "teal", pattern: "waves" };
    expect((await me.post("/settings/pro/look", look)).status).toBe(403);
    await redeem(member);
    expect((await me.post("/settings/pro/look", look)).status).toBe(303);
    const { text } = await me.get("/settings/pro");
    for (const [name, value] of Object.entries(look))
      expect(text).toContain(`<input type="radio" name="${name}" value="${value}" checked=""`);
    for (const bad of [{ name: "#f00" }, { cover: "red; x" }, { pattern: "../../x" }]) {
      const refused = await me.post("/settings/pro/look", { ...look, ...bad });
      expect(refused.status).toBe(400);
      expect(refused.text).toMatch(/There is no such (colour|pattern)/);
    }
  });
});

describe("what Pro shows", () => {
  test("ends automatically everywhere, and comes back", async () => {
    const ann = await world.member({ name: "ann" });
    await redeem(ann, 2);
    ann.user = (await findUser(world.db, ann.user.id))!;
    await chooseAppearance(world.ctx(ann), { name: "cherry", cover: "honey", pattern: "stars" });
    const meme = await world.meme({ by: ann });
    await world.rate(staff, meme, 4);
    const guest = await visitor();
    // Signs in again each time: the clock runs faster than a session lives.
    const own = async (path: string) => (await (await visitor(ann)).get(path)).text;
    const seen = async () => ({
      name: (await guest.get(`/meme/${meme.id}`)).text.includes('class="person person-with-face name-cherry"'),
      cover: /class="cover profile-cover cover-honey pattern-stars"/.test(
        (await guest.get(`/@${ann.user.username}`)).text,
      ),
      raters: (await own(`/meme/${meme.id}`)).includes('class="raters"'),
      active: /"active":true/.test(
        await world
          .as(ann)
          .get("/v1/profile/me")
          .then((r) => r.text()),
      ),
    });
    const menu = async () => /<a href="\/settings\/pro">(Pro [^<]+)</.exec(await own("/about"))?.[1];
    const all = { name: true, cover: true, raters: true, active: true };
    const none = { name: false, cover: false, raters: false, active: false };
    expect([await seen(), await menu()]).toEqual([all, undefined]);
    const end = addMonths(now, 2);
    now = end - 7 * DAY;
    expect(await menu()).toBe("Pro ends on 31 March 2026");
    expect(await own("/settings/pro")).toContain("Your Pro ends soon, on 31 March 2026.");
    now = end - 1;
    expect(await seen()).toEqual(all);
    now = end;
    expect([await seen(), await menu()]).toEqual([none, "Pro has ended"]);
    expect(await own("/settings/pro")).toContain("Your colours are saved for when you're back.");
    now = end + 7 * DAY + 1;
    expect(await menu()).toBeUndefined();
    await redeem(ann);
    expect(await seen()).toEqual(all);
  });

  test("raters are shown to Pro members only", async () => {
    const by = await world.member({ perks: ["pro"] });
    const meme = await world.meme({ by });
    await world.rate(staff, meme, 5);
    const sees = async (member?: TestMember) =>
      (await (await visitor(member)).get(`/meme/${meme.id}`)).text.includes('class="raters"');
    expect([await sees(by), await sees(staff), await sees(await world.member()), await sees()]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe("/backgrounds", () => {
  test("are pictures that anyone may show and cache, and nothing else", async () => {
    const guest = await visitor();
    for (const name of PATTERNS) {
      const { status, headers, text } = await guest.get(`/backgrounds/${name}.svg`);
      expect([status, headers.get("content-type")]).toEqual([200, "image/svg+xml; charset=utf-8"]);
      expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
      expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
      expect(headers.has("set-cookie")).toBe(false);
      expect(text).toStartWith('<svg xmlns="http://www.w3.org/2000/svg"');
      expect(text).not.toMatch(/script|href|style|on\w+=/i);
    }
    for (const file of ["dots", "site.css", "icon.svg", "..%2ficon.svg", "DOTS.svg"])
      expect((await guest.get(`/backgrounds/${file}`)).status, file).toBe(404);
  });
});

describe("staff", () => {
  test("grant and end Pro; nobody else can", async () => {
    const ann = await world.member();
    const path = `/moderation/people/${ann.user.id}/pro`;
    expect((await (await visitor()).post(path, { months: "3" })).headers.get("location")).toContain("/sign-in");
    for (const perks of [[], ["pro", "translator", "founder"] as const]) {
      const other = await visitor(await world.member({ perks: [...perks] }));
      for (const way of [path, `${path}/end`]) expect((await other.post(way, { months: "3" })).status).toBe(403);
    }
    const me = await visitor(staff);
    for (const months of ["", "0", "1.5", "x", "121", "1e1000"])
      expect((await me.post(path, { months })).status, months).toBe(400);
    const given = await me.post(path, { months: "3" });
    expect([given.status, given.headers.get("location")]).toEqual([303, `/moderation/people/${ann.user.id}`]);
    expect((await findUser(world.db, ann.user.id))!.proUntil).toBe(addMonths(now, 3));
    expect((await me.post(`${path}/end`)).status).toBe(303);
    expect((await findUser(world.db, ann.user.id))!.proUntil).toBe(now);
    expect((await me.post(`${path}/end`)).status).toBe(400);
    expect((await me.post("/moderation/people/123456789012345678/pro", { months: "3" })).status).toBe(404);
  });
});

describe("in a browser", () => {
  let browser: SharedBrowser;
  let fans: TestMember[];

  beforeAll(async () => {
    fans = [];
    for (const [i, color] of COLOR_NAMES.entries()) {
      const fan = await world.member({ name: `${color}_fan`, perks: ["pro"] });
      await chooseAppearance(world.ctx(fan), { name: color, cover: color, pattern: PATTERNS[i % PATTERNS.length]! });
      await world.rate(staff, await world.meme({ by: fan }), 5);
      fans.push(fan);
    }
    browser = await sharedChromium();
  }, LAUNCH_TIMEOUT);

  /** The contrast of every colour on every background names appear on. */
  const contrasts = (page: Page, colors: string[]) =>
    page.evaluate((names) => {
      const box = document.querySelector("main")!.appendChild(document.createElement("div"));
      const pixel = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true })!;
      const luminance = (colour: string) => {
        pixel.fillStyle = colour;
        pixel.fillRect(0, 0, 1, 1);
        const [r = 0, g = 0, b = 0] = [...pixel.getImageData(0, 0, 1, 1).data].map((value) => {
          const part = value / 255;
          return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      return names.flatMap((name) =>
        ["paper", "card", "well", "tint"].map((ground) => {
          box.className = `name-${name}`;
          box.style.backgroundColor = `var(--${ground})`;
          const { color, backgroundColor } = getComputedStyle(box);
          const [one, two] = [luminance(color), luminance(backgroundColor)];
          return { name, ground, color, contrast: (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05) };
        }),
      );
    }, colors);

  test.each(SCHEMES)(
    "every colour can be read in the %s scheme",
    async (colorScheme) => {
      await using tab = await signInTab(browser, world, fans[0]!, { colorScheme });
      const { page } = tab;
      await page.goto("/settings/pro");
      const measured = await contrasts(page, COLOR_NAMES);
      expect(measured.filter(({ contrast }) => contrast < 4.5)).toEqual([]);
      expect(new Set(measured.map(({ color }) => color)).size).toBe(COLOR_NAMES.length);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "the pages please axe from 320 to 1440 pixels",
    async () => {
      await using tab = await signInTab(browser, world, fans[0]!);
      const { page } = tab;
      for (const path of ["/settings/pro", "/top", `/@${fans[0]!.user.username}`, `/@${fans[6]!.user.username}`]) {
        await page.goto(path);
        for (const width of [320, 1440]) {
          await page.setViewportSize({ width, height: 900 });
          expect(await faultsInBothSchemes(page), `${path} ${width}`).toEqual([]);
          expect(await sidewaysScroll(page), `${path} ${width}`).toBe(0);
        }
      }
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "what is ticked is seen before it is saved, without scripts, and no words are on the cover",
    async () => {
      await using tab = await signInTab(browser, world, fans[0]!, { javaScriptEnabled: false });
      const { page } = tab;
      await page.goto("/settings/pro");
      const colorOf = (selector: string, what: string) =>
        page.locator(selector).evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), what);
      const name = () => colorOf(".look-name", "color");
      const before = await name();
      await page.check('[name="name"][value="leaf"]');
      expect(await name()).not.toBe(before);
      expect(await name()).toBe(await colorOf(".swatch .name-leaf", "color"));
      await page.check('[name="cover"][value="orchid"]');
      const cover = ".look-preview .cover";
      expect(await colorOf(cover, "background-color")).toBe(await colorOf(".swatch .cover-orchid", "background-color"));
      await page.check('[name="pattern"][value="bubbles"]');
      expect(await colorOf(cover, "background-image")).toContain("/backgrounds/bubbles.svg");
      await page.click('text="Save"');
      expect(await page.textContent(".note")).toBe("Saved.");
      await page.goto(`/@${fans[0]!.user.username}`);
      expect(await page.locator(".profile-name .name-leaf").count()).toBe(1);
      expect(await page.textContent(".profile-cover")).toBe("");
      const bottom = (await page.locator(".profile-cover").boundingBox())!;
      const top = (await page.locator(".profile-name").boundingBox())!;
      expect(top.y).toBeGreaterThanOrEqual(bottom.y + bottom.height);
      const shown = await page.request.get("/backgrounds/bubbles.svg");
      expect(shown.status()).toBe(200);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );
});
