import { beforeAll, expect, test } from "bun:test";
import { join } from "node:path";

import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { gifKey, openGifWorld } from "./gif-world.ts";

let browser: SharedBrowser;
beforeAll(async () => void (browser = await sharedChromium()), LAUNCH_TIMEOUT);

const bundle = Bun.build({ entrypoints: [join(import.meta.dir, "picker-page.js")], target: "browser" });

test("a picker in a page of another site finds, shows and picks our memes, with a key for that site alone", async () => {
  await using gifs = await openGifWorld("SQLite");
  const { world, by, memes } = gifs;
  const script = await (await bundle).outputs[0]!.text();
  const page = `<!doctype html><title>chat</title><div id="app"></div><script src="/script.js"></script>`;
  const type = (name: string) => ({ headers: { "Content-Type": `${name}; charset=utf-8` } });
  await using chat = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) =>
      url.endsWith("/script.js")
        ? new Response(script, type("text/javascript"))
        : new Response(page, type("text/html")),
  });
  const here = `http://127.0.0.1:${chat.port}`;
  const key = await gifKey(world, by, { origins: here });
  await using context = await browser.newContext();
  const tab = await context.newPage();
  await tab.goto(`${here}/?${new URLSearchParams({ baseUrl: `${world.origin}/tenor/v2/`, key }).toString()}`);
  await tab.getByText("#cats").waitFor();
  await tab.getByRole("textbox").fill("moving cat");
  const found = tab.locator(".gpr-gif-list img");
  await found.waitFor();
  await tab.waitForFunction(() => [...document.images].every((image) => image.complete && image.naturalWidth > 0));
  await found.click();
  await tab.waitForFunction(() => document.title !== "chat");
  expect(await tab.title()).toBe(`${world.addresses.url}/meme/${memes.moving.id}`);
});
