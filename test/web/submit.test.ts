import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { Page } from "playwright-core";

import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { openWorld, ROOT, smallImage, type TestMember, type World } from "../world.ts";
import { faultsInBothSchemes } from "./axe.ts";
import { openTab, sidewaysScroll } from "./browser.ts";
import { forgetCopies } from "./forget-copies.ts";
import { handOver } from "./hand-over.ts";
import { sessionCookie, signInTab } from "./signed-in.ts";

const SLOW = 600_000;
const PICTURE = join(ROOT, "assets/starter/printer.png");

let browser: SharedBrowser;
let world: World;
let ada: TestMember;

beforeAll(async () => {
  world = await openWorld("SQLite");
  ada = await world.member({ name: "ada" });
  browser = await sharedChromium();
}, LAUNCH_TIMEOUT);

beforeEach(() => forgetCopies(world));

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

const newest = () => world.db.selectFrom("memes").selectAll().orderBy("id", "desc").limit(1).executeTakeFirstOrThrow();
const count = async () => (await world.db.selectFrom("memes").select("id").execute()).length;

const post = async (page: Page) => {
  await page.click("text=Post it");
  await page.waitForURL(/\/meme\/\d+$/);
};

describe("posting a meme", () => {
  test(
    "takes a chosen file, with a preview, words, an age and a first rating",
    async () => {
      await using tab = await signInTab(browser, world, ada);
      const { page } = tab;
      await page.goto("/submit");
      const chooser = page.waitForEvent("filechooser");
      await page.click("text=Choose a file >> visible=true");
      await (await chooser).setFiles(PICTURE);
      await page.waitForFunction(() => document.querySelector("[data-about]")?.textContent?.includes("×"));
      expect(await page.getAttribute("[data-image]", "src")).toStartWith("blob:");
      await page.fill("[name=caption]", "It can smell a deadline 🖨️");
      expect(await page.textContent("[data-counter]")).toBe("26 of 500");
      await page.click(".submit-more summary");
      await page.fill("[name=alt]", "A printer, not in the mood");
      await page.click("text=Mature");
      await page.check("[name=rating][value='5']", { force: true });
      await post(page);
      expect(await page.textContent(".note")).toContain("Your meme is up");
      const meme = await newest();
      expect(meme).toMatchObject({ author_id: ada.user.id, caption: "It can smell a deadline 🖨️", age: 4 });
      expect(meme).toMatchObject({ alt: "A printer, not in the mood", rating_count: 1, rating_sum: 5 });
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test.each(["drop", "paste"] as const)(
    "takes what is handed over by %s",
    async (way) => {
      await using tab = await signInTab(browser, world, ada);
      await tab.page.goto("/submit");
      await handOver(tab.page, way, { name: "joke.png", type: "image/png", bytes: await smallImage() });
      await tab.page.waitForFunction(() => document.querySelector("[data-about]")?.textContent?.startsWith("8 × 6"));
      await tab.page.fill("[name=caption]", `by ${way}`);
      await post(tab.page);
      expect(await newest()).toMatchObject({ caption: `by ${way}`, width: 8, height: 6, rating_count: 0 });
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "shows how far the sending is, and goes on after a broken connection",
    async () => {
      await using tab = await signInTab(browser, world, ada);
      const { page } = tab;
      await page.goto("/submit");
      await page.setInputFiles("[data-file]", PICTURE);
      let tries = 0;
      const shown = Promise.withResolvers<void>();
      await page.route("**/submit", async (route) => {
        if (route.request().method() !== "POST") return route.continue();
        if (++tries === 1) return route.abort();
        await shown.promise;
        await route.continue();
      });
      await page.fill("[name=caption]", "twice");
      await page.click("text=Post it");
      await page.waitForSelector("[data-error]:not([hidden])");
      expect(await page.textContent("[data-error]")).toContain("try again");
      expect(await page.inputValue("[name=caption]")).toBe("twice");
      await page.click("text=Post it");
      await page.waitForSelector("[data-progress]:not([hidden]) progress");
      shown.resolve();
      await page.waitForURL(/\/meme\/\d+$/);
      expect(await newest()).toMatchObject({ caption: "twice" });
    },
    SLOW,
  );

  test(
    "works without scripts",
    async () => {
      await using tab = await signInTab(browser, world, ada, { javaScriptEnabled: false });
      await tab.page.goto("/submit");
      await tab.page.setInputFiles("[name=image]", PICTURE);
      await tab.page.fill("[name=caption]", "plain\nand simple");
      await tab.page.click(".submit-more summary");
      await tab.page.check("[name=rating][value='3']", { force: true });
      await post(tab.page);
      expect(await newest()).toMatchObject({ caption: "plain\nand simple", age: 2, rating_sum: 3 });
    },
    SLOW,
  );

  test(
    "is for members, who come back after signing in",
    async () => {
      await using tab = await openTab(browser, world);
      await tab.page.goto("/submit");
      expect(tab.page.url()).toEndWith("/sign-in?next=%2Fsubmit");
      const answer = await world.as().post("/submit", { headers: { Origin: world.addresses.url } });
      expect(answer.status).toBe(303);
    },
    SLOW,
  );
});

describe("an invalid submission", () => {
  test(
    "is refused before it is sent, and the words stay",
    async () => {
      await using tab = await signInTab(browser, world, ada);
      const { page } = tab;
      const before = await count();
      await page.goto("/submit");
      await page.fill("[name=caption]", "kept");
      const start = (await Bun.file(PICTURE).bytes()).slice(0, 8);
      const refusals: [name: string, type: string, bytes: Uint8Array, sentence: RegExp][] = [
        ["essay.pdf", "application/pdf", new Uint8Array(9), /“essay.pdf” isn't a JPEG, PNG, WebP, AVIF or GIF/],
        ["empty.png", "image/png", new Uint8Array(), /empty/],
        ["broken.png", "image/png", Buffer.concat([start, new Uint8Array(99)]), /damaged/],
        ["IMG_1.HEIC", "image/heic", Buffer.from("\0\0\0\x18ftypheic\0\0\0\0"), /“IMG_1.HEIC” is a HEIC photo.*JPEG/],
      ];
      for (const [name, type, bytes, sentence] of refusals) {
        await handOver(page, "drop", { name, type, bytes });
        await page.waitForFunction(() => document.querySelector("[data-file-error]")!.textContent !== "");
        expect(await page.textContent("[data-file-error]")).toMatch(sentence);
        expect(await page.isHidden("[data-preview]")).toBe(true);
        await page.setInputFiles("[data-file]", PICTURE);
      }
      expect(await page.inputValue("[name=caption]")).toBe("kept");
      await page.evaluate(
        (begins) => {
          const files = new DataTransfer();
          const bytes = new Uint8Array(21 * 1024 * 1024);
          bytes.set(begins);
          files.items.add(new File([bytes], "huge.png", { type: "image/png" }));
          document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: files }));
        },
        [...start],
      );
      const error = page.locator("[data-file-error]");
      await error.filter({ hasText: /21.0 MB.*20 MB/ }).waitFor();
      // What was wrong with it stays, instead of what the browser says about an empty field.
      await page.click("text=Post it");
      expect(await error.textContent()).toMatch(/21.0 MB/);
      await page.reload();
      await page.click("text=Post it");
      expect(await error.textContent()).toContain("Choose a picture first");
      expect(await page.evaluate(() => document.activeElement?.hasAttribute("data-choose"))).toBe(true);
      expect(await count()).toBe(before);
    },
    SLOW,
  );

  test(
    "is judged by its bytes, not by its name",
    async () => {
      await using tab = await signInTab(browser, world, ada);
      const { page } = tab;
      await page.goto("/submit");
      await page.fill("[name=caption]", "called HEIC");
      const buffer = Buffer.from(await Bun.file(PICTURE).bytes());
      await page.setInputFiles("[data-file]", { name: "IMG_0001.HEIC", mimeType: "image/heic", buffer });
      await page.locator("[data-about]").filter({ hasText: "×" }).waitFor();
      await post(page);
      expect(await newest()).toMatchObject({ caption: "called HEIC" });
    },
    SLOW,
  );

  test(
    "is refused by the server in words, and nothing that was typed is lost",
    async () => {
      await using tab = await signInTab(browser, world, ada);
      const { page } = tab;
      await page.goto("/submit");
      await page.setInputFiles("[data-file]", PICTURE);
      // A control character: nobody types it, but some paste it.
      await page.evaluate(() => (document.querySelector<HTMLTextAreaElement>("[name=caption]")!.value = "a\u0007b"));
      await page.click("text=Post it");
      await page.waitForSelector("[data-error]:not([hidden])");
      expect(await page.textContent("[data-error]")).toContain("control characters");
      expect(await page.isVisible("[data-preview]")).toBe(true);
      await page.fill("[name=caption]", "x".repeat(501));
      await page.click("text=Post it");
      expect(await page.evaluate(() => (document.activeElement as HTMLTextAreaElement).name)).toBe("caption");
      await page.fill("[name=caption]", "fine now");
      await post(page);
      expect(await newest()).toMatchObject({ caption: "fine now" });
    },
    SLOW,
  );

  test(
    "is said on the form itself without scripts, which keeps the words",
    async () => {
      await using tab = await signInTab(browser, world, ada, { javaScriptEnabled: false });
      const { page } = tab;
      await page.goto("/submit");
      await page.setInputFiles("[name=image]", { name: "x.png", mimeType: "image/png", buffer: Buffer.from("no") });
      await page.fill("[name=caption]", "\nkept & <b>kept</b>");
      await page.click(".submit-more summary");
      await page.check("[name=age][value='4']", { force: true });
      await page.check("[name=rating][value='2']", { force: true });
      await page.click("text=Post it");
      expect(await page.textContent("[role=alert]:visible")).toMatch(/isn't a JPEG.*choose the file again/);
      expect(await page.inputValue("[name=caption]")).toBe("\nkept & <b>kept</b>");
      expect(await page.isChecked("[name=age][value='4']")).toBe(true);
      expect(await page.isChecked("[name=rating][value='2']")).toBe(true);
    },
    SLOW,
  );

  test("is refused even if no browser of ours would send it", async () => {
    const cookie = await sessionCookie(world, ada);
    const send = async (fields: Record<string, string | Blob>, headers: Record<string, string> = {}) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      return world.as().post("/submit", { body, headers: { Cookie: cookie, Origin: world.addresses.url, ...headers } });
    };
    const image = new Blob([Buffer.from(await smallImage())], { type: "image/png" });
    expect((await send({})).status).toBe(400);
    expect(await (await send({ image: "text" })).text()).toContain("Choose a picture first");
    expect(await (await send({ image, rating: "9" })).text()).toContain("from 1 to 5");
    const tooLong = await (await send({ image, caption: "x".repeat(501) })).text();
    expect(tooLong).toMatch(/<textarea[^>]* name="caption"[^>]* aria-invalid="true"/);
    expect(tooLong).toContain("choose the file again");
    expect(await (await send({})).text()).not.toContain("choose the file again");
    expect(await (await send({ image, age: "3" })).text()).toContain("The age must be");
    const json = await send({ image, age: "3" }, { Accept: "application/json" });
    expect([json.status, await json.json()]).toEqual([400, { error: expect.stringContaining("The age must be") }]);
    expect((await send({ image }, { Origin: "https://elsewhere.example" })).status).toBe(403);
  });
});

test.each([true, false])(
  "the age and the rating are those of last time, in sight; a described picture leaves the field open (scripts: %s)",
  async (javaScriptEnabled) => {
    const bo = await world.member();
    await using tab = await signInTab(browser, world, bo, { javaScriptEnabled });
    const { page } = tab;
    const more = page.locator(".submit-more");
    const postAnother = async () => {
      await forgetCopies(world);
      await page.goto("/submit");
      const found = [await more.getAttribute("open"), await page.textContent("[data-chosen]")];
      await page.setInputFiles("[data-file]", PICTURE);
      return found;
    };
    expect(await postAnother()).toEqual([null, "Teen"]);
    await more.locator("summary").click();
    await page.check("[name=age][value='1']", { force: true });
    await page.check("[name=rating][value='4']", { force: true });
    await post(page);
    expect(await postAnother()).toEqual([null, "Family · 4/5"]);
    await post(page);
    expect(await newest()).toMatchObject({ age: 1, rating_sum: 4 });
    await postAnother();
    await more.locator("summary").click();
    await page.fill("[name=alt]", "A printer");
    await page.check("[name=rating][value='']", { force: true });
    await post(page);
    const [open, chosen] = await postAnother();
    expect([open !== null, chosen, await page.inputValue("[name=alt]")]).toEqual([true, "Family", ""]);
  },
  SLOW,
);

test("a cookie that nobody of us wrote means nothing", async () => {
  const cookie = await sessionCookie(world, ada);
  const page = await world.as().get("/submit", { headers: { Cookie: `${cookie}; guffaw-post=9-<b>-1` } });
  expect(await page.text()).toMatch(/name="age" value="2" checked/);
});

test(
  "an upload can be cancelled, which posts nothing and keeps everything",
  async () => {
    await using tab = await signInTab(browser, world, ada);
    const { page } = tab;
    const before = await count();
    await page.goto("/submit");
    await page.setInputFiles("[data-file]", PICTURE);
    await page.fill("[name=caption]", "second thoughts");
    // Nothing gets through, so the upload does not end.
    await page.route("**/submit", () => {}, { times: 1 });
    await page.click("text=Post it");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("status").filter({ hasText: "Nothing was posted" }).waitFor();
    expect(await page.locator("[data-progress]").isVisible()).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe("Post it");
    expect(await page.isVisible("[data-preview]")).toBe(true);
    expect(await count()).toBe(before);
    await post(page);
    expect(await newest()).toMatchObject({ caption: "second thoughts" });
    expect(await count()).toBe(before + 1);
  },
  SLOW,
);

test(
  "a form that the browser restores after it was sent is empty, and works",
  async () => {
    await using tab = await signInTab(browser, world, ada);
    const { page } = tab;
    await page.goto("/submit");
    await page.setInputFiles("[data-file]", PICTURE);
    await page.fill("[name=caption]", "sent");
    // The page stays, as if the browser had kept it on the way to the meme.
    await page.route("**/submit", () => {}, { times: 1 });
    await page.click("text=Post it");
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    expect(await page.inputValue("[name=caption]")).toBe("");
    expect(await page.isVisible("[data-preview]")).toBe(false);
    expect(await page.isEnabled(".submit-button")).toBe(true);
    await page.setInputFiles("[data-file]", PICTURE);
    await page.fill("[name=caption]", "the next one");
    await post(page);
    expect(await newest()).toMatchObject({ caption: "the next one" });
  },
  SLOW,
);

test(
  "on a phone, the button stays in reach above the bar, however long the form is",
  async () => {
    await using tab = await signInTab(browser, world, ada, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const { page } = tab;
    const bottomOf = async (selector: string) => {
      const { y, height } = (await page.locator(selector).boundingBox())!;
      return y + height;
    };
    await page.goto("/submit");
    await page.setInputFiles("[data-file]", PICTURE);
    await page.waitForFunction(() => document.querySelector("[data-about]")?.textContent?.includes("×"));
    expect((await page.locator("[name=caption]").boundingBox())!.y).toBeLessThan(700);
    for (const unfolded of [false, true]) {
      if (unfolded) await page.tap(".submit-more summary");
      expect(await bottomOf(".submit-button")).toBeLessThanOrEqual((await page.locator(".tab-bar").boundingBox())!.y);
    }
    await page.tap("[name=caption]");
    await page.locator(".tab-bar").waitFor({ state: "hidden" });
    expect(await bottomOf(".submit-button")).toBeLessThanOrEqual(844);
    await page.tap(".submit-button");
    await page.waitForURL(/\/meme\/\d+$/);
    expect(tab.problems).toEqual([]);
  },
  SLOW,
);

describe("the page", () => {
  test(
    "pleases axe with a picture in it",
    async () => {
      await using tab = await signInTab(browser, world, ada);
      await tab.page.goto("/submit");
      await tab.page.setInputFiles("[data-file]", PICTURE);
      await tab.page.waitForFunction(() => document.querySelector("[data-about]")?.textContent?.includes("×"));
      expect(await faultsInBothSchemes(tab.page)).toEqual([]);
    },
    SLOW,
  );

  test(
    "fits 320 pixels, with a camera where there is a finger",
    async () => {
      await using tab = await signInTab(browser, world, ada, { viewport: { width: 320, height: 640 }, hasTouch: true });
      await tab.page.goto("/submit");
      expect(await sidewaysScroll(tab.page)).toBe(0);
      expect(await tab.page.isVisible("text=Take a photo")).toBe(true);
      await tab.page.setInputFiles("[data-photo]", PICTURE);
      await tab.page.waitForFunction(() => document.querySelector("[data-about]")?.textContent?.includes("×"));
      expect(await sidewaysScroll(tab.page)).toBe(0);
    },
    SLOW,
  );
});
