import { describe, expect, test } from "bun:test";
import sharp from "sharp";

import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { findOrphans } from "../../src/core/memes/find-orphans.ts";
import { formatKey } from "../../src/core/memes/formats.ts";
import { makeAllFormats } from "../../src/core/memes/make-formats.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { countToFormat } from "../../src/data/formats.ts";
import { findMeme } from "../../src/data/memes.ts";
import type { Meme } from "../../src/entities/meme.ts";
import { encodeVideoJob } from "../../src/jobs/encode-video.ts";
import { runDueJobs } from "../../src/jobs/runner.ts";
import { openBackupFolder } from "../../src/storage/backup-folder.ts";
import { guffaw } from "../cli/guffaw.ts";
import { backUp, restoreTo } from "../core/backups.ts";
import { diskFolder, freshFolder } from "../folders.ts";
import { keysIn } from "../jobs/storages.ts";
import { DIALECTS, openWorld, type TestMember, type World } from "../world.ts";
import { FFMPEG, makeClip, type ClipName } from "./clips.ts";

const clips = diskFolder("gif-clips");

async function postVideo(world: World, by: TestMember, clip: ClipName): Promise<Meme> {
  const form = new FormData();
  form.set("image", new File([await Bun.file(await makeClip(clips, clip)).bytes()], clip));
  form.set("caption", "a film");
  const response = await world.as(by).post("/v1/submit", { body: form });
  const { memeid } = (await response.json()) as { memeid: string };
  await runDueJobs(world.services, { kinds: [encodeVideoJob] });
  return (await findMeme(world.db, memeid))!;
}

async function make(world: World, encoder: "with ffmpeg" | "without ffmpeg" = "with ffmpeg"): Promise<string[]> {
  const outcomes: string[] = [];
  const ctx = world.ctx();
  const policy = encoder === "with ffmpeg" ? ctx.policy : { ...ctx.policy, video: undefined };
  await makeAllFormats({ ...ctx, policy }, { onMeme: (outcome) => void outcomes.push(outcome) });
  return outcomes;
}

interface TenorFile {
  url: string;
  dims: [number, number];
  duration: number;
  size: number;
}

/** What Tenor's dialect says about the only meme. */
async function tenorFiles(world: World, flags: string[] = []): Promise<Record<string, TenorFile>> {
  const { results } = (await (await world.as().get("/tenor/v2/search?q=film")).json()) as {
    results: { flags: string[]; media_formats: Record<string, TenorFile> }[];
  };
  expect(results).toHaveLength(1);
  expect(results[0]!.flags).toEqual(flags);
  return results[0]!.media_formats;
}

/** Served, and as it is described. Returns how many frames it has. */
async function framesOf(world: World, { url, dims, duration, size }: TenorFile): Promise<number> {
  const response = await world.as().get(new URL(url).pathname);
  const bytes = await response.bytes();
  expect([response.status, bytes.length], url).toEqual([200, size]);
  const { width, height, pageHeight, pages = 1, delay = [] } = await sharp(bytes, { animated: true }).metadata();
  expect([width, pageHeight ?? height], url).toEqual(dims);
  const seconds = delay.reduce((sum, one) => sum + one, 0) / 1000;
  expect(pages > 1 ? seconds : 0, url).toBeCloseTo(duration, 3);
  return pages;
}

const MOVING = ["gif", "mediumgif", "tinygif", "nanogif", "webp", "tinywebp"] as const;
const STILL = ["preview", "tinygifpreview"] as const;
const OPEN = { env: { GUFFAW_GIF_API: "open", GUFFAW_FFMPEG: FFMPEG } };

describe.each(DIALECTS)("GIFs of videos on %s", (dialect) => {
  test("are stills without an encoder, and move once there is one", async () => {
    await using world = await openWorld(dialect, OPEN);
    const by = await world.member();
    const meme = await postVideo(world, by, "wide.mp4");
    expect(await make(world, "without ffmpeg")).toEqual(["made"]);
    const stills = await tenorFiles(world, ["static"]);
    for (const name of [...MOVING, ...STILL]) expect(await framesOf(world, stills[name]!), name).toBe(1);
    expect(await make(world, "without ffmpeg")).toEqual([]);

    expect(await make(world)).toEqual(["made"]);
    const files = await tenorFiles(world);
    for (const name of MOVING) {
      expect(await framesOf(world, files[name]!), name).toBeWithin(50, 61);
      expect(files[name]!.duration, name).toBeWithin(5.5, 6.5);
      // Whoever has kept the still keeps it.
      expect(files[name]!.url, name).not.toBe(stills[name]!.url);
    }
    for (const name of STILL) expect(files[name], name).toEqual(stills[name]!);
    const { gif, mediumgif, tinygif, nanogif } = files;
    expect(gif!.dims[0]).toBeWithin(400, 481);
    expect(gif!.dims[0] * gif!.dims[1] * 60).toBeLessThan(6_200_000);
    expect(mediumgif).toEqual(gif!);
    expect([tinygif!.dims[0], nanogif!.dims[1]]).toEqual([220, 90]);
    // Chats may still have the address of the still.
    const old = await world.as().get(new URL(stills.gif!.url).pathname);
    expect([old.status, (await old.bytes()).length]).toEqual([200, gif!.size]);

    expect(await make(world)).toEqual([]);
    expect(await make(world, "without ffmpeg")).toEqual([]);
    expect(await checkDatabase(world.db)).toEqual([]);
    expect((await Array.fromAsync(findOrphans(world.ctx(), { now: Date.now() }))).flat()).toEqual([]);
    await disableMeme(world.ctx(by), meme.id);
    for (const name of MOVING) expect((await world.as().get(new URL(files[name]!.url).pathname)).status).toBe(404);
    expect((await world.as(by).get(new URL(gif!.url).pathname)).status).toBe(200);
    await world.as(by).delete(`/v1/meme/${meme.id}`);
    expect(await keysIn(world.services.storage)).toEqual([]);
  });

  test("of a video that cannot be read stay stills, and are tried again only by a command", async () => {
    await using world = await openWorld(dialect, OPEN);
    const meme = await postVideo(world, await world.member(), "silent.mp4");
    const { storage } = world.services;
    const key = formatKey(meme.image, "mp4");
    const intact = await new Response((await storage.open(key))!.slice(0, Infinity)).bytes();
    await storage.put(key, new Uint8Array(5000), "video/mp4");
    expect(await make(world)).toEqual(["made"]);
    expect(await framesOf(world, (await tenorFiles(world, ["static"])).gif!)).toBe(1);
    expect(await countToFormat(world.db)).toBe(0);
    await world.db.deleteFrom("site").where("name", "=", "still-videos-searched").execute();
    expect(await make(world)).toEqual([]);

    await storage.put(key, intact, "video/mp4");
    const formats = async (...options: string[]) => (await guffaw(["formats", ...options], { env: world.env })).stdout;
    expect(await formats()).toBe("Nothing was left to do.\n");
    expect(await formats("--again", "--dry-run")).toBe("1 meme lacks formats for GIF searches.\n");
    expect(await formats("--again")).toBe("Made the formats of 1 meme.\n");
    expect(await framesOf(world, (await tenorFiles(world)).gif!)).toBeGreaterThan(1);
    expect(await formats("--again")).toBe("Nothing was left to do.\n");
  });
});

test("a video of one frame is a still", async () => {
  await using world = await openWorld("SQLite", OPEN);
  await postVideo(world, await world.member(), "frame.mp4");
  expect(await make(world)).toEqual(["made"]);
  const files = await tenorFiles(world, ["static"]);
  expect(await framesOf(world, files.gif!)).toBe(1);
  const amount = async (filter: string) => {
    const found = await world.as().get(`/tenor/v2/search?q=film&searchfilter=${filter}`);
    return ((await found.json()) as { results: unknown[] }).results.length;
  };
  expect([await amount("static"), await amount("-static")]).toEqual([1, 0]);
});

test("a small video has one file for several GIFs, and a backup brings them back", async () => {
  await using world = await openWorld("SQLite", OPEN);
  await postVideo(world, await world.member(), "turned.mov");
  expect(await make(world)).toEqual(["made"]);
  const { gif, mediumgif, tinygif, nanogif } = await tenorFiles(world);
  expect([mediumgif, tinygif]).toEqual([gif!, gif!]);
  expect(gif!.dims).toEqual([90, 160]);
  expect(nanogif!.dims[1]).toBe(90);
  const folder = openBackupFolder(freshFolder("backup"));
  const { name } = await backUp(world, folder);
  await using other = await openWorld("SQLite", OPEN);
  expect(await restoreTo(other, folder, name)).toMatchObject({ missing: [], damaged: [] });
  for (const file of MOVING) expect(await framesOf(other, (await tenorFiles(other))[file]!)).toBeWithin(15, 25);
});
