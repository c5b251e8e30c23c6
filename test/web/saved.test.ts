import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";

import { createCollection } from "../../src/core/collections/create-collection.ts";
import { collectMeme } from "../../src/core/collections/collect-meme.ts";
import { changeCollection } from "../../src/core/collections/change-collection.ts";
import { deleteCollection } from "../../src/core/collections/delete-collection.ts";
import { listOwnCollections } from "../../src/core/collections/list-own-collections.ts";
import { listSaved } from "../../src/core/collections/list-saved.ts";
import { readSave } from "../../src/core/collections/read-save.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { enableMeme } from "../../src/core/memes/enable-meme.ts";
import type { Meme } from "../../src/entities/meme.ts";
import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { until } from "../until.ts";
import { openWorld, type TestMember, type World } from "../world.ts";
import { openTab } from "./browser.ts";
import { sessionCookie, signInTab } from "./signed-in.ts";
import { unzip } from "./unzip.ts";

const SLOW = 600_000;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const WITHOUT_SCRIPTS = { javaScriptEnabled: false };

let browser: SharedBrowser;
let world: World;
let author: TestMember;
let fan: TestMember;
let meme: Meme;

beforeAll(async () => {
  world = await openWorld("SQLite");
  [author, fan] = [await world.member({ name: "author" }), await world.member({ name: "fan" })];
  browser = await sharedChromium();
}, LAUNCH_TIMEOUT);

beforeEach(async () => {
  for (const { id } of await listOwnCollections(world.ctx(fan))) await deleteCollection(world.ctx(fan), id);
  meme = await world.meme({ by: author, caption: "the one to keep" });
});

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

const cardOf = (page: Page) => page.locator(`.card[data-meme="${meme.id}"]`);
const where = async () => {
  const { savedAt, collections } = await readSave(world.ctx(fan), meme.id);
  const names = collections.filter(({ holds }) => holds).map(({ collection }) => collection.name);
  return { saved: savedAt !== undefined, names };
};

describe("saving", () => {
  test(
    "from the card: one tap saves, the next one chooses collections, all without leaving the feed",
    async () => {
      await createCollection(world.ctx(fan), { name: "Office" });
      await using tab = await signInTab(browser, world, fan, PHONE);
      const { page } = tab;
      await page.goto("/new");
      await cardOf(page).getByRole("link", { name: "Save" }).tap();
      await until(async () => (await where()).saved);
      await cardOf(page).getByRole("link", { name: "Saved" }).tap();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: "Add to Office" }).tap();
      await dialog.getByRole("button", { name: "Remove from Office" }).waitFor();
      await dialog.getByLabel("New collection").fill("Mondays");
      await dialog.getByRole("button", { name: "Create and add" }).tap();
      await dialog.getByRole("button", { name: "Remove from Mondays" }).waitFor();
      expect(await where()).toEqual({ saved: true, names: ["Mondays", "Office"] });
      // A name that exists is refused in its place, and what was typed stays.
      await dialog.getByLabel("New collection").fill("office");
      await dialog.getByRole("button", { name: "Create and add" }).tap();
      await dialog.getByRole("alert").filter({ hasText: "already have a collection" }).waitFor();
      await dialog.getByRole("button", { name: "Remove from saved" }).tap();
      await dialog.waitFor({ state: "detached" });
      await cardOf(page).getByRole("link", { name: "Save", exact: true }).waitFor();
      expect(await where()).toEqual({ saved: false, names: [] });
      // The message after saving leads there, too.
      await cardOf(page).getByRole("link", { name: "Save", exact: true }).tap();
      await page.getByRole("status").getByRole("link", { name: "Choose a collection" }).tap();
      await dialog.getByRole("link", { name: "Done" }).tap();
      await dialog.waitFor({ state: "detached" });
      expect(await page.getByRole("status").filter({ hasText: "Saved" }).count()).toBe(0);
      expect(new URL(page.url()).pathname).toBe("/new");
    },
    SLOW,
  );

  test(
    "works from the meme's page without scripts",
    async () => {
      await using tab = await signInTab(browser, world, fan, WITHOUT_SCRIPTS);
      const { page } = tab;
      await page.goto(`/meme/${meme.id}`);
      await page.getByRole("link", { name: "Save" }).click();
      await page.getByRole("button", { name: "Save", exact: true }).click();
      expect(await where()).toEqual({ saved: true, names: [] });
      await page.getByLabel("New collection").fill("Office");
      await page.getByRole("button", { name: "Create and add" }).click();
      expect(await where()).toEqual({ saved: true, names: ["Office"] });
      await page.getByRole("button", { name: "Remove from Office" }).click();
      expect(await where()).toEqual({ saved: true, names: [] });
      await page.getByRole("button", { name: "Remove from saved" }).click();
      expect(await where()).toEqual({ saved: false, names: [] });
      expect(new URL(page.url()).pathname).toBe(`/meme/${meme.id}`);
    },
    SLOW,
  );

  test(
    "sends guests to sign in, and then to where they choose",
    async () => {
      await using tab = await openTab(browser, world);
      const { page } = tab;
      await page.goto("/new");
      await cardOf(page).getByRole("link", { name: "Save" }).click();
      await page.waitForURL(/\/sign-in\?next=/);
      expect(decodeURIComponent(page.url())).toContain(`/meme/${meme.id}/save`);
    },
    SLOW,
  );
});

describe("collections", () => {
  test(
    "are made, renamed, shared, unshared and deleted on their page",
    async () => {
      await using tab = await signInTab(browser, world, fan, WITHOUT_SCRIPTS);
      const { page } = tab;
      await page.goto("/saved");
      await page.getByText("New collection").click();
      await page.getByLabel("Name of the collection").fill("Office");
      await page.getByRole("button", { name: "Create" }).click();
      await page.getByText("Rename").click();
      await page.locator(".saved-tools").getByLabel("Name of the collection").fill("Work");
      await page.getByRole("button", { name: "Save the name" }).click();
      expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Work");
      await page.getByRole("button", { name: "Share it" }).click();
      const url = await page.getByLabel("Link to the collection").inputValue();
      expect((await fetch(url)).status).toBe(200);
      await page.getByText("Stop sharing").first().click();
      await page.getByRole("button", { name: "Stop sharing" }).click();
      expect((await fetch(url)).status).toBe(404);
      await page.getByText("Delete the collection").click();
      await page.getByRole("button", { name: "Yes, delete it" }).click();
      expect(new URL(page.url()).pathname).toBe("/saved");
      expect(await listOwnCollections(world.ctx(fan))).toEqual([]);
    },
    SLOW,
  );

  test(
    "have a link that one button copies",
    async () => {
      const { id } = await createCollection(world.ctx(fan), { name: "Office" });
      const { shareKey } = await changeCollection(world.ctx(fan), { id, shared: true });
      const permissions = ["clipboard-read", "clipboard-write"];
      await using tab = await signInTab(browser, world, fan, { ...PHONE, permissions });
      const { page } = tab;
      await page.goto(`/saved/${id}`);
      expect((await page.getByLabel("Link to the collection").boundingBox())!.height).toBeGreaterThanOrEqual(44);
      await page.getByRole("button", { name: "Copy link" }).tap();
      await page.getByRole("status").filter({ hasText: "Link copied" }).waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toEndWith(`/shared/${shareKey}`);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test("show nothing hidden, to their owner or to anyone else, and show it again later", async () => {
    const { id } = await createCollection(world.ctx(fan), { name: "Office" });
    await collectMeme(world.ctx(fan), { memeId: meme.id, collectionId: id });
    const { shareKey } = await changeCollection(world.ctx(fan), { id, shared: true });
    const page = async () => (await fetch(`${world.origin}/shared/${shareKey}`)).text();
    expect(await page()).toContain("the one to keep");
    expect(await page()).toContain('<meta name="robots" content="noindex"');
    await disableMeme(world.ctx(author), meme.id);
    expect(await page()).not.toContain("the one to keep");
    expect((await listSaved(world.ctx(fan), { amount: 20, skip: 0 })).items.map((one) => one.meme.id)).not.toContain(
      meme.id,
    );
    await enableMeme(world.ctx(author), meme.id);
    expect(await page()).toContain("the one to keep");
  });
});

describe("what somebody saved can be taken along", () => {
  const read = (bytes: Uint8Array) => {
    const files = unzip(bytes);
    const { name, memes } = JSON.parse(files.get("memes.json")!.toString()) as {
      name: string;
      memes: { id: string; caption: string; author: string; image: string }[];
    };
    return { name, memes, files };
  };

  test(
    "as an archive of pictures with a list, without what is hidden from them",
    async () => {
      const hidden = await world.meme({ by: author, caption: "gone" });
      const { id } = await createCollection(world.ctx(fan), { name: "Büro 🖨️" });
      for (const one of [meme, hidden]) await collectMeme(world.ctx(fan), { memeId: one.id, collectionId: id });
      await disableMeme(world.ctx(author), hidden.id);
      await using tab = await signInTab(browser, world, fan, WITHOUT_SCRIPTS);
      const { page } = tab;
      for (const [path, name] of [
        [`/saved/${id}`, "Büro 🖨️"],
        ["/saved", ""],
      ] as const) {
        await page.goto(path);
        const begun = page.waitForEvent("download");
        await page.getByRole("button", { name: "Download", exact: true }).click();
        const found = read(await Bun.file(await (await begun).path()).bytes());
        expect(found.name).toBe(name);
        const kept = found.memes.find((one) => one.id === meme.id)!;
        expect(kept).toMatchObject({ caption: "the one to keep", author: "author" });
        expect(found.files.get(kept.image)!.subarray(1, 4).toString()).toBe("PNG");
        expect(found.memes.map(({ caption }) => caption)).not.toContain("gone");
        expect([...found.files.keys()].filter((one) => one.includes(hidden.id))).toEqual([]);
      }
    },
    SLOW,
  );

  test("all of it, however much there is, and never by others", async () => {
    const { id } = await createCollection(world.ctx(fan), { name: "Many" });
    for (let i = 0; i < 41; i++)
      await collectMeme(world.ctx(fan), { memeId: (await world.meme({ by: author })).id, collectionId: id });
    const send = async (who: TestMember) =>
      world.as().post(`/saved/${id}/download`, {
        headers: { Cookie: await sessionCookie(world, who), "Sec-Fetch-Site": "same-origin" },
      });
    expect(read(await (await send(fan)).bytes()).memes).toHaveLength(41);
    expect((await send(author)).status).toBe(404);
  });
});
