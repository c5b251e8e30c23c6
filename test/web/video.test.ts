import { expect, test } from "bun:test";

import { runDueJobs } from "../../src/jobs/runner.ts";
import { LAUNCH_TIMEOUT, sharedChromium } from "../chromium.ts";
import { diskFolder } from "../folders.ts";
import { FFMPEG, makeClip } from "../video/clips.ts";
import { openWorld } from "../world.ts";
import { signInTab } from "./signed-in.ts";

test(
  "a video is chosen, posted, awaited and played, muted",
  async () => {
    await using world = await openWorld("SQLite", { env: { GUFFAW_FFMPEG: FFMPEG } });
    const browser = await sharedChromium();
    await using tab = await signInTab(browser, world, await world.member({ name: "ada" }));
    const { page } = tab;
    await page.goto(`${world.origin}/submit`);
    await page.setInputFiles("[data-file]", await makeClip(diskFolder("web-clips"), "plain.mp4"));
    await page.waitForFunction(() => document.querySelector("[data-about]")?.textContent?.startsWith("plain.mp4"));
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
