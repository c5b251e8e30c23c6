import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";

import { banPicture } from "../../src/core/moderation/ban-picture.ts";
import { imagePath } from "../../src/core/memes/renditions.ts";
import { listBannedCopies } from "../../src/core/moderation/list-banned-copies.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { submitMeme } from "../../src/core/memes/submit-meme.ts";
import { findMeme } from "../../src/data/memes.ts";
import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { openWorld, ROOT, type TestMember, type World } from "../world.ts";
import { signInTab, sessionCookie } from "./signed-in.ts";

const SLOW = 600_000;
const fileOf = (name: string) => join(ROOT, "assets/starter", name);
const bytesOf = (name: string) => Bun.file(fileOf(name)).bytes();

const post = async (world: World, by: TestMember, file: string) =>
  (await submitMeme(world.ctx(by), { image: await bytesOf(file), caption: `by ${by.user.username}`, age: 2 })).meme;

let browser: SharedBrowser;
let world: World;
let mia: TestMember;
let fan: TestMember;

beforeAll(async () => {
  world = await openWorld("SQLite");
  [mia, fan] = [await world.member({ name: "mia" }), await world.member({ name: "fan" })];
  browser = await sharedChromium();
}, LAUNCH_TIMEOUT);

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

describe("a picture that has been posted before", () => {
  test.each([
    ["with scripts", {}, "printer.png"],
    ["without scripts", { javaScriptEnabled: false }, "ship-it.png"],
  ])(
    "is shown to who posts it again, and everything typed is kept: %s",
    async (_, options, file) => {
      const first = await post(world, mia, file);
      await using tab = await signInTab(browser, world, fan, options);
      const { page } = tab;
      await page.goto("/submit");
      await page.locator("input[name=image]").setInputFiles(fileOf(file));
      await page.locator("textarea[name=caption]").fill("my very own words");
      await page.locator("button.submit-button").click();
      await page.waitForURL(/\/submit\/draft$/);
      expect(await page.locator("main").innerText()).toMatch(/mia posted this .+ ago|mia posted this just now/);
      expect(await page.locator("a", { hasText: "See it" }).getAttribute("href")).toBe(`/meme/${first.id}`);
      expect(await page.locator("textarea[name=caption]").inputValue()).toBe("my very own words");
      await page.locator("textarea[name=caption]").fill("my second thoughts");
      await page.getByRole("button", { name: "Post anyway" }).click();
      await page.waitForURL(/\/meme\/\d+$/);
      const id = page.url().split("/").at(-1)!;
      const meme = (await findMeme(world.db, id))!;
      expect([meme.caption, meme.authorId]).toEqual(["my second thoughts", fan.user.id]);
      expect(await page.locator(".copies").innerText()).toContain("by mia");
      // The draft is used up.
      await page.goto("/submit/draft");
      expect(new URL(page.url()).pathname).toBe("/submit");
      await page.goto(`/meme/${first.id}`);
      expect(await page.locator(".copies").innerText()).toContain("by fan");
    },
    SLOW,
  );

  test("is posted at once if the only copy is hidden from the person", async () => {
    const first = await post(world, mia, "old-server.jpg");
    await disableMeme(world.ctx(mia), first.id);
    const body = new FormData();
    body.set("image", new File([await bytesOf("old-server.jpg")], "old-server.jpg"));
    const headers = { Cookie: await sessionCookie(world, fan), "Sec-Fetch-Site": "same-origin" };
    const sent = await fetch(`${world.origin}/submit`, { method: "POST", body, headers, redirect: "manual" });
    expect(sent.headers.get("location")).toMatch(/^\/meme\/\d+$/);
    const page = await fetch(`${world.origin}${sent.headers.get("location")}`);
    expect(await page.text()).not.toContain(first.id);
  });

  test("says so if it is mirrored, and is gone if its author thinks better of it", async () => {
    await using other = await openWorld("SQLite");
    const one = await other.member({ name: "one" });
    await post(other, one, "printer.png");
    const { default: sharp } = await import("sharp");
    const flopped = await sharp(await bytesOf("printer.png"))
      .flop()
      .png()
      .toBuffer();
    const headers = { Cookie: await sessionCookie(other, one), "Sec-Fetch-Site": "same-origin" };
    const send = (path: string, body: FormData) =>
      fetch(`${other.origin}${path}`, { method: "POST", body, headers, redirect: "manual" });
    const body = new FormData();
    body.set("image", new File([flopped], "flopped.png"));
    expect((await send("/submit", body)).headers.get("location")).toBe("/submit/draft");
    const files = async () => (await Array.fromAsync(other.services.storage.list())).length;
    const kept = await files();
    expect(await (await fetch(`${other.origin}/submit/draft`, { headers })).text()).toContain(
      "You posted its mirror image",
    );
    expect((await send("/submit/draft/discard", new FormData())).headers.get("location")).toBe("/");
    expect(await other.db.selectFrom("drafts").selectAll().execute()).toEqual([]);
    expect(await files()).toBeLessThan(kept);
  });

  test("waits only so long for its author, and a refused one waits on", async () => {
    let now = Date.now();
    await using other = await openWorld("SQLite", { clock: () => now });
    const [one, two] = [await other.member({ name: "one" }), await other.member({ name: "two" })];
    await post(other, one, "printer.png");
    const headers = { Cookie: await sessionCookie(other, two), "Sec-Fetch-Site": "same-origin" };
    const send = async (path: string, fields: Record<string, string | File>) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      return fetch(`${other.origin}${path}`, { method: "POST", body, headers, redirect: "manual" });
    };
    const image = new File([await bytesOf("printer.png")], "printer.png");
    expect((await send("/submit", { image, caption: "mine" })).headers.get("location")).toBe("/submit/draft");
    const refused = await send("/submit/draft", { caption: "x".repeat(501), age: "2", rating: "" });
    expect([refused.status, (await refused.text()).includes("one posted this")]).toEqual([400, true]);
    now += 46 * 60_000;
    const late = await send("/submit/draft", { caption: "kept words", age: "2", rating: "" });
    expect([late.status, (await late.text()).includes("kept words")]).toEqual([400, true]);
    expect(await other.db.selectFrom("memes").selectAll().execute()).toHaveLength(1);
  });
});

test("banning a picture finds the copies that are up, mirrored ones too, and hides them all", async () => {
  await using other = await openWorld("SQLite");
  const [one, staff] = [await other.member(), await other.member({ perks: ["staff"] })];
  const first = await post(other, one, "printer.png");
  await post(other, one, "printer.png");
  await post(other, one, "ship-it.png");
  const hidden = await post(other, one, "printer.png");
  await disableMeme(other.ctx(one), hidden.id);
  const headers = { Cookie: await sessionCookie(other, staff), "Sec-Fetch-Site": "same-origin" };
  const send = (path: string, fields: Record<string, string>) =>
    fetch(`${other.origin}${path}`, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers,
      redirect: "manual",
    });
  const banned = await send("/moderation/pictures", {
    meme: first.id,
    reason: "Seen enough",
    alike: "1",
    fate: "hide",
  });
  const at = banned.headers.get("location")!;
  expect(at).toMatch(/^\/moderation\/pictures\/\d+$/);
  const page = await (await fetch(other.origin + at, { headers })).text();
  expect(page).toContain("Hide it");
  // Staff see what they are about to hide.
  const { memes } = await listBannedCopies(other.ctx(staff), Number(at.split("/").at(-1)));
  expect(memes).toHaveLength(1);
  expect(page).toContain(`src="${imagePath(memes[0]!.meme, "thumbnail")}"`);
  expect((await send(`${at}/hide`, {})).headers.get("location")).toBe(at);
  const shown = await other.db.selectFrom("memes").select("id").where("disabled", "=", 0).execute();
  expect(shown).toHaveLength(1);
  expect((await listBannedCopies(other.ctx(staff), Number(at.split("/").at(-1)))).memes).toEqual([]);
  // A mirrored copy is refused from now on.
  const { default: sharp } = await import("sharp");
  const flopped = await sharp(await bytesOf("printer.png"))
    .flop()
    .png()
    .toBuffer();
  await expect(submitMeme(other.ctx(one), { image: flopped, caption: "", age: 2 })).rejects.toMatchObject({
    code: "banned_picture",
  });
  await expect(banPicture(other.ctx(one), { memeId: first.id, reason: "x", alike: true })).rejects.toMatchObject({
    code: "not_allowed",
  });
});
