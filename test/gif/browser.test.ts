import { beforeAll, expect, test } from "bun:test";
import { join } from "node:path";

import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { until } from "../until.ts";
import { gifKey, openGifWorld } from "./gif-world.ts";

let browser: SharedBrowser;
beforeAll(async () => void (browser = await sharedChromium()), LAUNCH_TIMEOUT);

const PAGE = `<!doctype html><title>chat</title><div id="app"></div><script src="/script.js"></script>`;

/** Another site, with a picker in its only page. */
async function openChat(file: string) {
  const built = await Bun.build({ entrypoints: [join(import.meta.dir, file)], target: "browser" });
  const script = await built.outputs[0]!.text();
  const answer = (body: string, type: string) =>
    new Response(body, { headers: { "Content-Type": `${type}; charset=utf-8` } });
  return Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) => (url.endsWith("/script.js") ? answer(script, "text/javascript") : answer(PAGE, "text/html")),
  });
}

const addressOf = ({ port }: Bun.Server<undefined>) => `http://127.0.0.1:${port}`;

test("a picker in a page of another site finds, shows and picks our memes, with a key for that site alone", async () => {
  await using gifs = await openGifWorld("SQLite");
  const { world, by, memes } = gifs;
  await using chat = await openChat("picker-page.js");
  const key = await gifKey(world, by, { origins: addressOf(chat) });
  await using context = await browser.newContext();
  const tab = await context.newPage();
  const query = new URLSearchParams({ baseUrl: `${world.origin}/tenor/v2/`, key });
  await tab.goto(`${addressOf(chat)}/?${query.toString()}`);
  await tab.getByText("#cats").waitFor();
  await tab.getByRole("textbox").fill("moving cat");
  const found = tab.locator(".gpr-gif-list img");
  await found.waitFor();
  await tab.waitForFunction(() => [...document.images].every((image) => image.complete && image.naturalWidth > 0));
  await found.click();
  await tab.waitForFunction(() => document.title !== "chat");
  expect(await tab.title()).toBe(`${world.addresses.url}/meme/${memes.moving.id}`);
});

test("react-tenor, which speaks the older version, completes, finds, shows and picks our memes", async () => {
  await using gifs = await openGifWorld("SQLite");
  const { world, by, memes } = gifs;
  await using chat = await openChat("tenor-page.js");
  const key = await gifKey(world, by, { origins: addressOf(chat) });
  await using context = await browser.newContext();
  const tab = await context.newPage();
  const query = new URLSearchParams({ baseUrl: `${world.origin}/tenor/v1`, key });
  await tab.goto(`${addressOf(chat)}/?${query.toString()}`);
  await tab.getByRole("searchbox").fill("ca");
  await tab.locator(".react-tenor--autocomplete").waitFor();
  await tab.getByRole("searchbox").fill("moving cat");
  // It shows a result only once its picture has loaded.
  const found = tab.locator(".react-tenor--result:has(span)");
  // What it found for the first letters stays until then.
  await until(async () => (await found.count()) === 1, "A single result");
  await found.click();
  await tab.waitForFunction(() => document.title !== "chat");
  expect(await tab.title()).toBe(`${world.addresses.url}/meme/${memes.moving.id}`);
});
