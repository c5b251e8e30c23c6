import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";

import { replaceRecoveryCodes } from "../../src/core/users/recovery-codes.ts";
import { allowReset } from "../../src/core/users/reset-password.ts";
import { signUp } from "../../src/core/sessions/sign-up.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { findRating } from "../../src/data/ratings.ts";
import { processImage } from "../../src/images/process.ts";
import type { Meme } from "../../src/entities/meme.ts";
import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { solid } from "../pictures.ts";
import { until } from "../until.ts";
import { openWorld, submitProcessed, type TestMember, type World } from "../world.ts";
import { openTab } from "./browser.ts";
import { signInTab } from "./signed-in.ts";

const SLOW = 600_000;
const PASSWORD = "seven blue herons";
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

let browser: SharedBrowser;
let world: World;
let author: TestMember;
let fan: TestMember;
let meme: Meme;

beforeAll(async () => {
  world = await openWorld("SQLite");
  [author, fan] = [await world.member({ name: "author" }), await world.member({ name: "fan" })];
  await signUp(world.ctx(), "open", { username: "dora", password: PASSWORD, email: "", agent: "a test" });
  browser = await sharedChromium();
}, LAUNCH_TIMEOUT);

beforeEach(async () => {
  meme = await world.meme({ by: author, caption: "the one to rate" });
});

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

const cardOf = (page: Page) => page.locator(`.card[data-meme="${meme.id}"]`);
const idOf = async (name: string) =>
  (await world.db.selectFrom("users").select("id").where("username", "=", name).executeTakeFirstOrThrow()).id;
const ratingBy = async (userId: string) => (await findRating(world.db, meme.id, userId))?.value;

async function signIn(page: Page) {
  await page.getByLabel("Username or e-mail").fill("dora");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

describe("a card in the feed", () => {
  test(
    "is rated by touch in two taps, shows the face from then on, and takes it back with a third",
    async () => {
      await using tab = await signInTab(browser, world, fan, PHONE);
      const { page } = tab;
      await page.goto("/");
      const height = (await cardOf(page).boundingBox())!.height;
      await cardOf(page).getByRole("link", { name: "Rate it" }).tap();
      expect((await cardOf(page).boundingBox())!.height).toBe(height);
      await cardOf(page).getByRole("button", { name: "Rate 4: a laugh" }).tap();
      await page.getByRole("status").filter({ hasText: "Rated 4" }).waitFor();
      expect(await ratingBy(fan.user.id)).toBe(4);
      expect(page.url()).toBe(`${world.origin}/`);
      await page.reload();
      const face = cardOf(page).getByRole("link", { name: "Your rating: a laugh" });
      expect(await face.locator("svg").getAttribute("class")).toBe("face face-4");
      expect(await face.locator("b").innerText()).toBe("4.0");
      await face.tap();
      expect(await cardOf(page).getByRole("button", { pressed: true }).getAttribute("value")).toBe("4");
      await cardOf(page).getByRole("button", { name: "Rate 4: a laugh" }).tap();
      await page.getByRole("status").filter({ hasText: "You took your rating back" }).waitFor();
      expect(await ratingBy(fan.user.id)).toBeUndefined();
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "is rated with the keyboard, whose focus stays on the card; Escape folds the faces",
    async () => {
      await using tab = await signInTab(browser, world, fan);
      const { page } = tab;
      await page.goto("/");
      const face = cardOf(page).getByRole("link", { name: "Rate it" });
      await face.focus();
      await page.keyboard.press("Enter");
      await page.keyboard.press("Escape");
      expect(await cardOf(page).getByRole("button", { name: /^Rate/ }).count()).toBe(0);
      expect(await face.evaluate((one) => one === document.activeElement)).toBe(true);
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await until(async () => (await ratingBy(fan.user.id)) === 2);
      expect(await page.evaluate(() => document.activeElement?.closest("[data-rate]") !== null)).toBe(true);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "covers no action that has the focus: the faces fold when somebody tabs past them",
    async () => {
      await using tab = await signInTab(browser, world, fan);
      const { page } = tab;
      await page.goto("/");
      await cardOf(page).getByRole("link", { name: "Rate it" }).focus();
      await page.keyboard.press("Enter");
      await page.keyboard.press("Shift+Tab");
      expect(await page.locator(".rate-panel").count()).toBe(0);
      expect(await page.evaluate(() => document.activeElement?.closest("[data-actions]") !== null)).toBe(true);
    },
    SLOW,
  );

  test(
    "shows all of its menu, however flat its picture is",
    async () => {
      const image = await processImage(await solid(900, 90, "#2980b9").png().toBuffer());
      meme = await submitProcessed(world.ctx(author), { image, caption: "", age: 2 });
      await using tab = await signInTab(browser, world, fan, PHONE);
      const { page } = tab;
      await page.goto("/new");
      await cardOf(page).getByLabel("More about author").tap();
      const [card, list] = [
        (await cardOf(page).boundingBox())!,
        (await page.locator(".menu-list:visible").boundingBox())!,
      ];
      expect(list.y).toBeGreaterThanOrEqual(card.y);
      await cardOf(page).getByRole("button", { name: "Block author" }).scrollIntoViewIfNeeded();
      const last = (await cardOf(page).getByRole("button", { name: "Block author" }).boundingBox())!;
      expect(last.y + last.height).toBeLessThanOrEqual(list.y + list.height);
    },
    SLOW,
  );

  test(
    "leads to its comments, and is shared from where it is",
    async () => {
      await using tab = await openTab(browser, world, { permissions: ["clipboard-read", "clipboard-write"] });
      const { page } = tab;
      await page.goto("/");
      await cardOf(page).getByRole("link", { name: "Share" }).click();
      await page.getByRole("button", { name: "Copy link" }).click();
      await page.getByRole("status").filter({ hasText: "Link copied" }).waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${world.addresses.url}/meme/${meme.id}`);
      await cardOf(page).getByRole("link", { name: "0 comments" }).click();
      await page.waitForURL(`**/meme/${meme.id}#comments`);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "leads to the faces and the address on its page where scripts are off",
    async () => {
      await using tab = await signInTab(browser, world, fan, { javaScriptEnabled: false });
      const { page } = tab;
      await page.goto("/");
      await cardOf(page).getByRole("link", { name: "Rate it" }).click();
      await page.waitForURL(`**/meme/${meme.id}#rate`);
      await page.locator("#rate").getByRole("button", { name: "Rate 5: a full guffaw" }).click();
      expect(await ratingBy(fan.user.id)).toBe(5);
      await page.goto("/");
      await cardOf(page).getByRole("link", { name: "Share" }).click();
      const link = page.locator("#share").getByRole("link", { name: "Link to this meme" });
      expect(await link.getAttribute("href")).toBe(`${world.addresses.url}/meme/${meme.id}`);
    },
    SLOW,
  );
});

describe("a guest who taps a face", () => {
  test.each([true, false])(
    "signs in, and the rating is given once (scripts: %p)",
    async (javaScriptEnabled) => {
      await using tab = await openTab(browser, world, { javaScriptEnabled });
      const { page } = tab;
      await page.goto("/");
      await cardOf(page).getByRole("link", { name: "Rate it" }).click();
      await page.getByRole("button", { name: "Rate 5: a full guffaw" }).click();
      await page.waitForURL(/\/sign-in\?next=/);
      await page.getByRole("heading", { name: "Sign in, and your 5 counts" }).waitFor();
      await signIn(page);
      await page.getByText("Your rating is in").waitFor();
      expect(new URL(page.url()).pathname).toBe(javaScriptEnabled ? "/" : `/meme/${meme.id}`);
      const dora = await idOf("dora");
      expect(await ratingBy(dora)).toBe(5);
      const cookies = await page.context().cookies();
      expect(cookies.map(({ name }) => name)).not.toContain("guffaw-rating");
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "signs up, and the rating is given",
    async () => {
      await using tab = await openTab(browser, world);
      const { page } = tab;
      await page.goto(`/meme/${meme.id}`);
      await page.getByRole("button", { name: "Rate 3: a grin" }).click();
      await page.waitForURL(/\/sign-in\?next=/);
      await page.locator("main").getByRole("link", { name: "Sign up" }).click();
      await page.getByRole("banner").getByRole("link", { name: "Sign up" }).click();
      await page.getByLabel("Username").fill("emil");
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByText("Your 3 counts as soon as you're in").waitFor();
      await page.getByRole("button", { name: "Create my account" }).click();
      await page.getByText("your rating is in").waitFor();
      expect(new URL(page.url()).pathname).toBe(`/meme/${meme.id}`);
      expect(await ratingBy(await idOf("emil"))).toBe(3);
      expect(await page.getByRole("button", { pressed: true }).getAttribute("value")).toBe("3");
    },
    SLOW,
  );

  test(
    "signs in even if the meme has been hidden meanwhile, and then has not rated it",
    async () => {
      await using tab = await openTab(browser, world);
      const { page } = tab;
      await page.goto(`/meme/${meme.id}`);
      await page.getByRole("button", { name: "Rate 5: a full guffaw" }).click();
      await disableMeme(world.ctx(author), meme.id);
      await signIn(page);
      await page.getByText("Nobody is laughing here").waitFor();
      expect(await ratingBy(await idOf("dora"))).toBeUndefined();
    },
    SLOW,
  );
});

describe("a guest who has forgotten the password", () => {
  /** The link may come by mail or from the operator. */
  const resetLink = async () => `/reset/${await allowReset(world.ctx(), { id: await idOf("dora") })}`;

  async function setPassword(page: Page) {
    await page.goto(await resetLink());
    await page.getByRole("textbox", { name: "New password" }).fill(PASSWORD);
    await page.getByRole("button", { name: "Set password and sign in" }).click();
    await page.getByRole("link", { name: "Go on where you left off" }).click();
  }

  async function useCode(page: Page) {
    const [code] = await replaceRecoveryCodes(world.ctx(), fan.user);
    await page.getByRole("link", { name: "Use a recovery code" }).click();
    // What is refused keeps the rest.
    for (const tried of ["not a code", code!]) {
      await page.getByLabel("Username or e-mail").fill("fan");
      await page.getByRole("textbox", { name: "Recovery code" }).fill(tried);
      const answered = page.waitForResponse((answer) => answer.request().method() === "POST");
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      expect((await answered).status()).toBe(tried === code ? 303 : 400);
    }
  }

  test(
    "has rated the meme after a reset, and is back where they were",
    async () => {
      await using tab = await openTab(browser, world);
      const { page } = tab;
      await page.goto(`/meme/${meme.id}`);
      await page.getByRole("button", { name: "Rate 5: a full guffaw" }).click();
      await page.getByRole("link", { name: "Forgot your password?" }).click();
      const kept = (await page.context().cookies()).filter(({ name }) => /^guffaw-(rating|next)$/.test(name));
      // As long as the link.
      expect(kept.map(({ expires }) => expires - Date.now() / 1000 > 3500)).toEqual([true, true]);
      await setPassword(page);
      await page.getByText("Your rating is in").waitFor();
      expect(new URL(page.url()).pathname).toBe(`/meme/${meme.id}`);
      expect(await ratingBy(await idOf("dora"))).toBe(5);
      expect((await page.context().cookies()).filter(({ name }) => /rating|next/.test(name))).toEqual([]);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "has rated the meme after using a recovery code",
    async () => {
      await using tab = await openTab(browser, world);
      const { page } = tab;
      await page.goto(`/meme/${meme.id}`);
      await page.getByRole("button", { name: "Rate 2" }).click();
      await useCode(page);
      await page.getByText("Your rating is in, and this code is used up").waitFor();
      expect(new URL(page.url()).pathname).toBe(`/meme/${meme.id}`);
      expect(await ratingBy(fan.user.id)).toBe(2);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test.each(["a reset", "a recovery code"])(
    "still saves and follows after %s",
    async (way) => {
      const acts = [
        { act: "Save", from: `/meme/${meme.id}`, to: `/meme/${meme.id}/save` },
        { act: "Sign in to follow", from: "/@author", to: "/@author" },
      ];
      for (const { act, from, to } of acts) {
        await using tab = await openTab(browser, world, { javaScriptEnabled: false });
        const { page } = tab;
        await page.goto(from);
        await page.getByRole("link", { name: act }).first().click();
        if (way === "a reset") {
          await page.getByRole("link", { name: "Forgot your password?" }).click();
          await setPassword(page);
        } else await useCode(page);
        await page.waitForURL(world.origin + to);
        await page
          .locator("main")
          .getByRole("button", { name: /^(Save|Follow)/ })
          .first()
          .waitFor();
      }
    },
    SLOW,
  );

  test("in another browser, or on the way to another site, finds the usual page", async () => {
    const link = async (cookie: string) => {
      const body = new URLSearchParams({ password: PASSWORD, revoke: "on" });
      const headers = { "Sec-Fetch-Site": "same-origin", Cookie: cookie };
      const answer = await world.as().post(await resetLink(), { body, headers });
      return /class="button" href="([^"]*)"/.exec(await answer.text())![1]!;
    };
    expect(await link(`guffaw-rating=${meme.id}.4`)).toBe("/");
    expect(await link(`guffaw-next=https%3A%2F%2Fexample.org; guffaw-rating=${meme.id}.4`)).toBe("/");
    expect(await link("guffaw-next=%2F%2Fexample.org")).toBe("/");
    expect(await link("guffaw-next=%")).toBe("/");
    expect(await link("guffaw-next=%2Ftop")).toBe("/top");
    expect(await ratingBy(await idOf("dora"))).toBeUndefined();
    const asked = await world.as().get("/reset?next=https://example.org");
    expect(asked.headers.get("set-cookie")).toBeNull();
  });
});

test("a kept rating counts for the sign-in that it led to, and never for one's own meme", async () => {
  const signInFrom = async (next: string, { id } = meme) => {
    const body = new URLSearchParams({ name: "dora", password: PASSWORD, next });
    const headers = { "Sec-Fetch-Site": "same-origin", Cookie: `guffaw-rating=${id}.4` };
    const answer = await world.as().post("/sign-in", { body, headers });
    expect(answer.headers.getSetCookie().join()).toContain("guffaw-rating=;");
    return answer.headers.getSetCookie().join().includes("guffaw-note=rated");
  };
  const dora = await idOf("dora");
  for (const elsewhere of ["", "/", `/meme/${meme.id}`, `/#rated-${meme.id}0`])
    expect(await signInFrom(elsewhere), elsewhere).toBe(false);
  expect(await ratingBy(dora)).toBeUndefined();
  expect(await signInFrom(`/#rated-${meme.id}`)).toBe(true);
  expect(await ratingBy(dora)).toBe(4);
  await world.db.updateTable("memes").set({ author_id: dora }).where("id", "=", meme.id).execute();
  await world.db.deleteFrom("ratings").where("meme_id", "=", meme.id).execute();
  expect(await signInFrom(`/#rated-${meme.id}`)).toBe(false);
  expect(await ratingBy(dora)).toBeUndefined();
});

test("a rating kept for nobody, or made up, is not given", async () => {
  const body = new URLSearchParams({ name: "dora", password: PASSWORD, next: `/#rated-${meme.id}` });
  for (const kept of ["", `${meme.id}.9`, `${meme.id}.0`, "0.5", `${meme.id}.5.5`, "/../.5"]) {
    const headers = { "Sec-Fetch-Site": "same-origin", Cookie: `guffaw-rating=${kept}` };
    expect((await world.as().post("/sign-in", { body, headers })).status).toBe(303);
  }
  expect(await ratingBy(await idOf("dora"))).toBeUndefined();
  const stranger = await world.as().post(`/meme/${meme.id}/rate`, {
    body: new URLSearchParams({ rating: "5" }),
    headers: { "Sec-Fetch-Site": "cross-site" },
  });
  expect(stranger.status).toBe(403);
  expect(stranger.headers.get("set-cookie")).toBeNull();
});
