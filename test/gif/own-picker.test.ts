import { beforeAll, expect, test } from "bun:test";
import { join } from "node:path";

import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { faultsInBothSchemes } from "../web/axe.ts";
import { ROOT } from "../world.ts";
import { gifKey, openGifWorld, SHOWN } from "./gif-world.ts";

let browser: SharedBrowser;
beforeAll(async () => void (browser = await sharedChromium()), LAUNCH_TIMEOUT);

/** Another site, whose only page is our example. It allows as little as it can. */
async function serveExample(origin: string) {
  const example = await Bun.file(join(ROOT, "client/examples/picker.html")).text();
  const policy = `default-src 'none'; script-src 'unsafe-inline' ${origin}; connect-src ${origin}; img-src ${origin}`;
  const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy };
  const site = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) => {
      const { key, lang } = Object.fromEntries(new URL(url).searchParams);
      const page = example.replace("http://localhost:8420", origin).replace("gif_…", key!);
      return new Response(page.replace('lang="en"', `lang="${lang ?? "en"}"`), { headers });
    },
  });
  return { here: `http://127.0.0.1:${site.port}`, [Symbol.asyncDispose]: () => site.stop(true) };
}

test("our own picker shows what is hot, searches, and is used by keyboard, on a page with a strict policy", async () => {
  await using gifs = await openGifWorld("SQLite");
  const { world, by, memes } = gifs;
  await using site = await serveExample(world.addresses.url);
  const key = await gifKey(world, by, { origins: site.here });
  await using context = await browser.newContext({ reducedMotion: "no-preference" });
  const page = await context.newPage();
  await page.goto(`${site.here}/?${new URLSearchParams({ key })}`);
  const list = page.getByRole("list", { name: "Memes to choose from" });
  await list
    .getByRole("button")
    .nth(SHOWN.length - 1)
    .waitFor();
  const names = await list.getByRole("img").evaluateAll((all) => all.map((one) => (one as HTMLImageElement).alt));
  for (const shown of SHOWN) expect(names.join()).toContain(shown);
  for (const word of ["hidden", "mature", "unready"]) expect(names.join()).not.toContain(word);
  await page.getByRole("button", { name: "#cats", exact: true }).waitFor();
  expect(await faultsInBothSchemes(page)).toEqual([]);

  // From the field into the list, along it, and back.
  const field = page.getByRole("searchbox", { name: "Search memes" });
  const focused = () =>
    page.evaluate(() => {
      const shown = document.querySelector("guffaw-picker")!.shadowRoot!;
      return [...shown.querySelectorAll("li button")].indexOf(shown.activeElement!);
    });
  await field.focus();
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toBe(0);
  await page.keyboard.press("ArrowRight");
  expect(await focused()).toBe(1);
  await page.keyboard.press("End");
  await page.keyboard.press("Home");
  expect(await focused()).toBe(0);
  await page.keyboard.press("ArrowUp");
  expect(await focused()).toBe(-1);

  await page.keyboard.type("moving cat");
  await page.waitForFunction(
    () => document.querySelector("guffaw-picker")!.shadowRoot!.querySelectorAll("li").length === 1,
  );
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const picked = page.locator("#message img");
  await picked.waitFor();
  expect(await picked.getAttribute("alt")).toContain("moving cat");
  expect(await picked.getAttribute("src")).toContain(memes.moving.id);
  await page.waitForFunction(() => [...document.images].every((image) => image.complete && image.naturalWidth > 0));

  await field.fill("nothing like this at all");
  await page.getByText("Nothing found. Try another word.").waitFor();
});

test("our own picker says what is wrong in the language of the page, and stands still for those who ask", async () => {
  await using gifs = await openGifWorld("SQLite");
  const { world, by } = gifs;
  await using site = await serveExample(world.addresses.url);
  await using context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(`${site.here}/?${new URLSearchParams({ key: "gif_wrong", lang: "de-AT" })}`);
  await page.getByText("Ihr GIF-Schlüssel fehlt, ist falsch").waitFor();
  const key = await gifKey(world, by);
  await page.locator("guffaw-picker").evaluate((picker, good) => picker.setAttribute("gif-key", good), key);
  const list = page.getByRole("list", { name: "Memes zur Auswahl" });
  await list.getByRole("img").first().waitFor();
  const files = await list.getByRole("img").evaluateAll((all) => all.map((one) => (one as HTMLImageElement).src));
  for (const file of files) expect(file).not.toEndWith(".gif");
  expect(await page.getByText("Ihr GIF-Schlüssel fehlt").count()).toBe(0);
});
