import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { BrowserContextOptions } from "playwright-core";

import { formatKey } from "../../src/core/memes/formats.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { submitMeme } from "../../src/core/memes/submit-meme.ts";
import type { Meme } from "../../src/entities/meme.ts";
import { runDueJobs } from "../../src/jobs/runner.ts";
import { LAUNCH_TIMEOUT, sharedChromium } from "../chromium.ts";
import { diskFolder } from "../folders.ts";
import { FFMPEG, makeClip } from "../video/clips.ts";
import { openWorld, type TestMember, type World } from "../world.ts";
import { openTab } from "./browser.ts";
import { faintTexts } from "./contrast.ts";
import { handOver } from "./hand-over.ts";
import { shiftsOn } from "./layout-shift.ts";
import { signInTab } from "./signed-in.ts";

test(
  "a video is chosen, posted, awaited and played, muted",
  async () => {
    await using world = await openWorld("SQLite", { env: { GUFFAW_FFMPEG: FFMPEG } });
    const browser = await sharedChromium();
    await using tab = await signInTab(browser, world, await world.member({ name: "ada" }));
    const { page } = tab;
    const clip = await makeClip(diskFolder("web-clips"), "plain.mp4");
    const hasClip = () =>
      page.waitForFunction(() => document.querySelector("[data-about]")?.textContent?.startsWith("plain.mp4"));
    for (const way of ["drop", "paste"] as const) {
      await page.goto(`${world.origin}/new`);
      await handOver(page, way, { name: "plain.mp4", type: "video/mp4", bytes: await Bun.file(clip).bytes() });
      await page.waitForURL("**/submit");
      await hasClip();
    }
    await page.goto(`${world.origin}/submit`);
    expect(await page.innerText(".drop-label")).toBe(
      "Drop a picture or video here, paste one, or choose a file\nJPEG, PNG, WebP, AVIF or GIF, up to 20 MB. Animations welcome.\nVideos: MP4, MOV or WebM, up to 60 seconds and 100 MB.",
    );
    const name = "essay.pdf";
    await page.setInputFiles("[data-file]", {
      name,
      mimeType: "application/pdf",
      buffer: Buffer.alloc(21 * 1024 ** 2),
    });
    await page
      .locator("[data-file-error]")
      .filter({ hasText: /“essay.pdf” isn't a picture \(JPEG.*or a video \(MP4, MOV or WebM\)/ })
      .waitFor();
    await page.setInputFiles("[data-file]", clip);
    await hasClip();
    await page.click("text=Post it");
    await page.waitForURL(/\/meme\/\d+$/);
    expect(await page.textContent(".meme-hidden")).toContain("Your video is being processed");
    expect(await page.locator("video").count()).toBe(0);
    await runDueJobs(world.services);
    // By itself.
    await page.waitForSelector("video.film");
    const played = await page.evaluate(async () => {
      const film = document.querySelector<HTMLVideoElement>("video.film")!;
      await film.play();
      return { muted: film.muted, width: film.videoWidth, height: film.videoHeight };
    });
    expect(played).toEqual({ muted: true, width: 160, height: 90 });
    const address = await page.getAttribute("video.film", "src");
    await page.goto(new URL(address!, page.url()).href);
    await page.waitForFunction(() => (document.querySelector("video")?.readyState ?? 0) > 0);
  },
  LAUNCH_TIMEOUT,
);

describe("a video in the feed", () => {
  const MOVING: BrowserContextOptions = {
    reducedMotion: "no-preference",
    viewport: { width: 390, height: 600 },
  };
  let world: World;
  let ada: TestMember;
  let meme: Meme;
  let mature: Meme;

  beforeAll(async () => {
    world = await openWorld("SQLite", { env: { GUFFAW_FFMPEG: FFMPEG } });
    ada = await world.member({ name: "ada" });
    for (let i = 0; i < 9; i++) await world.meme({ by: ada });
    const image = await Bun.file(await makeClip(diskFolder("feed-clips"), "plain.mp4")).bytes();
    ({ meme: mature } = await submitMeme(world.ctx(ada), { image, caption: "a mature film", age: 4 }));
    await runDueJobs(world.services);
    ({ meme } = await submitMeme(world.ctx(ada), { image, caption: "a film", age: 1 }));
    await runDueJobs(world.services);
  }, LAUNCH_TIMEOUT);

  afterAll(async () => {
    await world?.[Symbol.asyncDispose]();
  });

  /** The feed, and what is loaded of videos while it is open. */
  async function openFeed(options: BrowserContextOptions) {
    const tab = await openTab(await sharedChromium(), world, options);
    const loaded: string[] = [];
    tab.page.on("request", (request) => void (/\.mp4/.test(request.url()) && loaded.push(request.url())));
    return { tab, page: tab.page, loaded };
  }

  const CARD = () => `#card-${meme.id}`;

  test("plays while it is in view, muted, and can be stopped", async () => {
    const { tab, page } = await openFeed(MOVING);
    await using _ = tab;
    await page.goto(`${world.origin}/new`);
    await page.waitForSelector(`${CARD()} .card-stage[data-playing]`);
    const film = page.locator(`${CARD()} video`);
    expect(await film.evaluate((one: HTMLVideoElement) => [one.muted, one.loop, one.controls])).toEqual([
      true,
      true,
      false,
    ]);
    // The badge can be read on whatever is played, such as this page's white.
    expect((await faintTexts(page)).filter((one) => one.includes("card-moving"))).toEqual([]);
    // Exactly over its picture.
    const [over, under] = [await film.boundingBox(), await page.locator(`${CARD()} img`).first().boundingBox()];
    for (const side of ["x", "y", "width", "height"] as const) expect(over![side]).toBeCloseTo(under![side], 0);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.waitForFunction((card) => document.querySelector<HTMLVideoElement>(`${card} video`)!.paused, CARD());
    await page.evaluate(() => scrollTo(0, 0));
    await page.waitForSelector(`${CARD()} [data-film-button][aria-pressed=true]`);
    await page.click(`${CARD()} [data-film-button]`);
    await page.waitForSelector(`${CARD()} [data-film-button][aria-pressed=false]`);
    expect(await film.evaluate((one: HTMLVideoElement) => one.paused)).toBe(true);
    await page.click(`${CARD()} .card-picture`);
    await page.waitForSelector("video.film[controls]");
    expect(await page.locator("share-meme a[download]").getAttribute("download")).toBe(`meme-${meme.id}.mp4`);
    expect(tab.problems).toEqual([]);
  });

  test.each(["reduced motion", "data saving"])("stands still with %s, until its button is pressed", async (why) => {
    const { tab, page, loaded } = await openFeed(
      why === "data saving" ? MOVING : { ...MOVING, reducedMotion: "reduce" },
    );
    await using _ = tab;
    if (why === "data saving")
      await page.addInitScript(() =>
        Object.defineProperty(navigator, "connection", { value: Object.assign(new EventTarget(), { saveData: true }) }),
      );
    await page.goto(`${world.origin}/new`);
    await page.waitForFunction(() => customElements.get("card-film"));
    // The observer has reported by then.
    await page.evaluate(
      (card) =>
        new Promise<void>((resolve) => {
          new IntersectionObserver(() => requestAnimationFrame(() => resolve())).observe(document.querySelector(card)!);
        }),
      CARD(),
    );
    expect(await page.locator(`${CARD()} video`).evaluate((one: HTMLVideoElement) => one.paused)).toBe(true);
    expect(loaded).toEqual([]);
    await page.click(`${CARD()} [data-film-button]`);
    await page.waitForSelector(`${CARD()} .card-stage[data-playing]`);
    expect(loaded.length).toBeGreaterThan(0);
  });

  test("is a picture that links to its page without scripts", async () => {
    const { tab, page, loaded } = await openFeed({ ...MOVING, javaScriptEnabled: false });
    await using _ = tab;
    await page.goto(`${world.origin}/new`);
    expect(await page.locator(`${CARD()} .card-picture img`).isVisible()).toBe(true);
    expect(await page.locator(`${CARD()} video`).isVisible()).toBe(false);
    expect(await page.locator(`${CARD()} [data-film-button]`).isVisible()).toBe(false);
    await page.click(`${CARD()} .card-picture`);
    await page.waitForSelector("video.film[controls]");
    expect(loaded).toEqual([]);
  });

  test("moves nothing else", async () => {
    const { tab, page } = await openFeed(MOVING);
    await using _ = tab;
    expect((await shiftsOn(page, `${world.origin}/new`)).filter(({ early }) => !early)).toEqual([]);
  });

  test("stays behind its curtain if it is mature", async () => {
    const { tab, page, loaded } = await openFeed(MOVING);
    await using _ = tab;
    await page.goto(`${world.origin}/meme/${mature.id}`);
    const blur = () => page.locator("video.film").evaluate((one) => getComputedStyle(one).filter);
    expect(await blur()).toContain("blur");
    await page.locator(".curtain input").check({ force: true });
    expect(await blur()).toBe("none");
    expect(loaded).toEqual([]);
    const head = await (await world.as().get(`/meme/${mature.id}`)).text();
    expect(head).not.toContain("og:video");
    const described = await world
      .as()
      .get(`/oembed?url=${encodeURIComponent(`${world.addresses.url}/meme/${mature.id}`)}`);
    expect(await described.json()).toMatchObject({ type: "link" });
  });

  test("is described to chats and other sites, until it is hidden", async () => {
    const { url } = world.addresses;
    const about = async (one: Meme) => ({
      head: await (await world.as(ada).get(`/meme/${one.id}`)).text(),
      oembed: await world.as().get(`/oembed?url=${encodeURIComponent(`${url}/meme/${one.id}`)}&maxwidth=80`),
    });
    const { head, oembed } = await about(meme);
    const file = `${url}/i/${meme.id}/${meme.image.hash}.full.mp4`;
    for (const [name, value] of [
      ["type", "video.other"],
      ["video", file],
      ["video:type", "video/mp4"],
      ["video:width", "160"],
      ["video:height", "90"],
    ])
      expect(head).toContain(`<meta property="og:${name}" content="${value}"`);
    expect(head).toMatch(/<meta property="og:image" content="[^"]+\.jpg"/);
    const described = (await oembed.json()) as Record<string, unknown>;
    expect(described).toMatchObject({ type: "video", width: 80, height: 45, thumbnail_width: 80 });
    expect(described).not.toHaveProperty("url");
    expect(described.html).toMatch(
      /^<video src="[^"]+\.full\.mp4" poster="[^"]+\.jpg" width="80" height="45" [a-z ="]+><\/video>$/,
    );
    const feeds = ["/feed.atom", "/hot.atom", "/@ada/feed.atom"];
    const enclosed = async (path: string) =>
      (await (await world.as().get(path)).text()).match(/<link rel="encl[^>]+>/g);
    const { size } = (await world.services.storage.open(formatKey(meme.image, "mp4")))!;
    for (const path of feeds)
      expect(await enclosed(path), path).toEqual([
        `<link rel="enclosure" type="video/mp4" length="${size}" href="${file}"/>`,
      ]);
    await disableMeme(world.ctx(ada), meme.id);
    for (const path of feeds) expect(await enclosed(path), path).toBeNull();
    const hidden = await about(meme);
    expect(hidden.head).not.toContain("og:video");
    expect(hidden.oembed.status).toBe(404);
  });
});
