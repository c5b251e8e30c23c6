import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";

import { sharedChromium, type SharedBrowser } from "../chromium.ts";
import { openWorld } from "../world.ts";
import { buildClient, CLIENT } from "./built.ts";

let browser: SharedBrowser;
/** Serves the package, as its README says. */
let pages: ReturnType<typeof Bun.serve>;

beforeAll(async () => {
  await buildClient();
  pages = Bun.serve({
    port: 0,
    fetch: async ({ url }) => {
      const file = Bun.file(join(CLIENT, new URL(url).pathname));
      return (await file.exists()) ? new Response(file) : new Response(null, { status: 404 });
    },
  });
  browser = await sharedChromium();
});

afterAll(async () => {
  await pages?.stop(true);
});

const wall = () => `http://127.0.0.1:${pages.port}/examples/wall/index.html`;

test("the wall of memes asks for a key, and shows existing and new memes", async () => {
  await using world = await openWorld("SQLite");
  const ann = await world.member({ name: "ann" });
  await world.meme({ by: ann, caption: "<b>first</b>" });
  await using tab = await browser.newPage();
  const errors: string[] = [];
  tab.on("pageerror", (error) => errors.push(error.message));
  await tab.goto(wall());
  await tab.fill("[name=url]", world.origin);
  await tab.fill("[name=key]", "gfw_wrong");
  await tab.click("button");
  await tab.locator("#status", { hasText: "key" }).waitFor();
  expect(await tab.isVisible("#form")).toBe(true);
  await tab.fill("[name=key]", ann.key);
  await tab.click("button");
  await tab.waitForSelector("#wall li");
  expect(await tab.textContent("#wall li:first-child p")).toBe("<b>first</b> (ann)");
  expect(await tab.isVisible("#form")).toBe(false);
  expect(await tab.isVisible("#status")).toBe(false);
  await world.meme({ by: ann, caption: "and a new one" });
  await tab.waitForFunction(
    () => document.querySelector("#wall li:first-child p")?.textContent === "and a new one (ann)",
  );
  // The tab remembers the key.
  await tab.reload();
  await tab.waitForSelector("#wall li");
  expect(errors).toEqual([]);
  await tab.close();
});

test("the wall of memes says what is wrong with the input, and lets people fix it", async () => {
  await using world = await openWorld("SQLite");
  const ann = await world.member({ name: "ann" });
  await using context = await browser.newContext();
  const tab = await context.newPage();
  const errors: string[] = [];
  tab.on("pageerror", (error) => errors.push(error.message));
  await tab.goto(wall());
  const show = async (url: string, key: string) => {
    await tab.fill("[name=url]", url);
    await tab.fill("[name=key]", key);
    await tab.click("button");
  };
  const told = (words: string) => tab.locator("#status", { hasText: words }).waitFor();
  for (const [url, key, words] of [
    ["ftp://x", ann.key, "is not a web address"],
    [world.origin, "gfw_é", "This is not an API key: keys contain only printable ASCII characters."],
    [`${world.origin}/v1`, ann.key, "There is nothing at this address."],
    // Nobody is there.
    ["http://127.0.0.1:1", ann.key, "cannot be reached"],
  ] as const) {
    await show(url, key);
    await told(words);
    expect(await tab.isVisible("#form"), url).toBe(true);
    await tab.reload();
    expect([await tab.isVisible("#form"), await tab.isVisible("#status")], url).toEqual([true, false]);
  }
  await show(world.origin, ann.key);
  await told("There are no memes yet.");
  expect(await tab.isVisible("#form")).toBe(false);
  await world.meme({ by: ann, caption: "first" });
  await tab.waitForSelector("#wall li");
  expect(await tab.isVisible("#status")).toBe(false);
  // A working address is remembered, and can be changed when it no longer works.
  await context.route(`${world.origin}/v1/**`, (route) => route.abort());
  await tab.reload();
  await told("cannot be reached");
  expect([await tab.isVisible("#form"), await tab.inputValue("[name=url]")]).toEqual([true, world.origin]);
  await context.unroute(`${world.origin}/v1/**`);
  await tab.waitForSelector("#wall li");
  expect([await tab.isVisible("#form"), await tab.isVisible("#status"), errors]).toEqual([false, false, []]);
  await context.close();
});
