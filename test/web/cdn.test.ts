// Pages whose pictures come from a CDN, in a real browser.
import { beforeAll, expect, test } from "bun:test";

import { imageName } from "../../src/core/memes/renditions.ts";
import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { until } from "../until.ts";
import { openWorld, type World } from "../world.ts";
import { openTab } from "./browser.ts";

let browser: SharedBrowser;
beforeAll(async () => {
  browser = await sharedChromium();
}, LAUNCH_TIMEOUT);

test("pictures load from the CDN, in lists, on their page and in full size", async () => {
  let world: World | undefined;
  const asked: string[] = [];
  using cdn = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch({ url, headers }) {
      const { pathname, host } = new URL(url);
      asked.push(pathname);
      const sent = new Headers(headers);
      sent.set("Host", host);
      return fetch(world!.origin + pathname, { headers: sent, redirect: "manual" });
    },
  });
  await using opened = await openWorld("SQLite", { env: { GUFFAW_MEDIA_URL: `http://127.0.0.1:${cdn.port}` } });
  world = opened;
  const { id, image } = await world.meme({ by: await world.member() });
  await using tab = await openTab(browser, world);
  const isLoaded = (selector: string) =>
    tab.page.waitForFunction(
      (one) => ((document.querySelector(one) as HTMLImageElement | null)?.naturalWidth ?? 0) > 0,
      selector,
    );
  await tab.page.goto("/");
  await isLoaded(".picture img");
  await tab.page.goto(`/meme/${id}`);
  await isLoaded(".zoom img");
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.every((path) => path.startsWith("/m/"))).toBe(true);
  await tab.page.click(".zoom");
  await until(() => asked.some((path) => path.endsWith(`${id}/${imageName(image, "original")}`)), "The full size");
}, 600_000);
