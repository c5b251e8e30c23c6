import { describe, expect, test } from "bun:test";
import sharp from "sharp";

import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { formatPath } from "../../src/core/memes/formats.ts";
import { findOrphans } from "../../src/core/memes/find-orphans.ts";
import { makeAllFormats, makeFormats, PICTURE_FORMATS } from "../../src/core/memes/make-formats.ts";
import { submitMeme } from "../../src/core/memes/submit-meme.ts";
import { seedSite } from "../../src/core/seed/seed-site.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { countToFormat, findFormats, queueFormats } from "../../src/data/formats.ts";
import { listToRender } from "../../src/data/renditions.ts";
import type { Format } from "../../src/entities/format.ts";
import type { Meme } from "../../src/entities/meme.ts";
import { KINDS } from "../../src/jobs/kinds.ts";
import { runDueJobs } from "../../src/jobs/runner.ts";
import { openBackupFolder } from "../../src/storage/backup-folder.ts";
import { guffaw } from "../cli/guffaw.ts";
import { backUp, restoreTo } from "../core/backups.ts";
import { freshFolder } from "../folders.ts";
import { animation, solid } from "../pictures.ts";
import { DIALECTS, openWorld, smallImage, type TestMember, type World } from "../world.ts";
import { FFMPEG } from "../video/clips.ts";
import { keysIn } from "./storages.ts";

const submit = async (world: World, by: TestMember, image: Uint8Array) =>
  (await submitMeme(world.ctx(by), { image, caption: "", age: 2 })).meme;

const film = (format: "gif" | "webp", width: number, height: number) =>
  animation([solid(8, 8, "#a62"), solid(8, 8, "#26a")], { format, delay: [200, 300], width, height });

async function formatsOf(world: World, { id }: Meme): Promise<Map<string, Format>> {
  return new Map((await findFormats(world.db, [id])).map(({ format }) => [format.name, format]));
}

const make = async (world: World) => {
  const outcomes: string[] = [];
  await makeAllFormats(world.ctx(), { onMeme: (outcome) => void outcomes.push(outcome) });
  return outcomes;
};

/** Each is served, and is what its row says. */
async function expectAsDescribed(world: World, meme: Meme) {
  const formats = await formatsOf(world, meme);
  expect([...formats.keys()].sort()).toEqual([...PICTURE_FORMATS].sort());
  for (const [name, format] of formats) {
    const response = await world.as().get(formatPath(meme, format));
    expect(response.status, name).toBe(200);
    const bytes = await response.bytes();
    const { width, pageHeight, height, format: type, pages = 1 } = await sharp(bytes, { animated: true }).metadata();
    const seen = { name, bytes: bytes.length, width, height: pageHeight ?? height, moves: pages > 1 };
    const { duration, ...said } = format;
    expect(seen).toEqual({ name, bytes: said.bytes, width: said.width, height: said.height, moves: duration > 0 });
    const ending = name.endsWith("gif") ? "gif" : name.endsWith("webp") ? "webp" : "jpeg";
    expect([type as string, response.headers.get("content-type")]).toEqual([ending, `image/${ending}`]);
  }
  return formats;
}

describe.each(DIALECTS)("formats for GIF searches on %s", (dialect) => {
  test("are made of stills and animations, served, hidden with their meme and deleted with it", async () => {
    await using world = await openWorld(dialect, { env: { GUFFAW_GIF_API: "open" } });
    const by = await world.member();
    const still = await submit(world, by, await solid(1200, 800, "#a62").png().toBuffer());
    const gif = await submit(world, by, await film("gif", 300, 200));
    const webp = await submit(world, by, await film("webp", 800, 400));
    await world.db.deleteFrom("jobs").execute();
    expect(await countToFormat(world.db)).toBe(3);
    expect(await make(world)).toEqual(["made", "made", "made"]);
    expect(await countToFormat(world.db)).toBe(0);

    const ofStill = await expectAsDescribed(world, still);
    expect(ofStill.get("gif")).toMatchObject({ width: 640, height: 427, duration: 0 });
    expect(ofStill.get("nanogif")).toMatchObject({ width: 135, height: 90 });
    const ofGif = await expectAsDescribed(world, gif);
    // As uploaded, without a copy, as long as it is small enough.
    expect(ofGif.get("gif")!.key).toBe(`${gif.image.key}.gif`);
    expect(ofGif.get("mediumgif")).toMatchObject({ key: `${gif.image.key}.gif`, width: 300, duration: 500 });
    expect(ofGif.get("tinygif")).toMatchObject({ width: 220, duration: 500 });
    expect((await expectAsDescribed(world, webp)).get("tinywebp")).toMatchObject({ width: 220, duration: 500 });

    const { services } = world;
    expect(await checkDatabase(world.db)).toEqual([]);
    const orphans = await Array.fromAsync(findOrphans(world.ctx(), { now: Date.now() }));
    expect(orphans.flat()).toEqual([]);
    const path = formatPath(still, ofStill.get("tinygif")!);
    await disableMeme(world.ctx(by), still.id);
    expect((await world.as().get(path)).status).toBe(404);
    expect((await world.as(by).get(path)).status).toBe(200);
    for (const meme of [still, gif, webp]) await deleteMeme(world.ctx(by), meme.id);
    expect(await keysIn(services.storage)).toEqual([]);
    expect(await world.db.selectFrom("formats").selectAll().execute()).toEqual([]);
    expect((await world.as(by).get(path)).status).toBe(404);
    await services.log.flush();
    expect(world.logLines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });

  test("are made by a job once anybody may ask for them, by a command at any time, and follow an edit", async () => {
    await using world = await openWorld(dialect);
    const by = await world.member();
    const meme = await world.meme({ by });
    await world.db
      .insertInto("jobs")
      .values({ kind: "make-formats", subject: "", run_at: 0, attempts: 0, error: null })
      .execute();
    const kinds = KINDS.filter(({ name }) => name === "make-formats");
    await runDueJobs(world.services, { kinds });
    expect((await formatsOf(world, meme)).size).toBe(0);
    world.services.config.gifApi = "open";
    await world.db.updateTable("jobs").set({ run_at: 0 }).execute();
    await runDueJobs(world.services, { kinds });
    expect((await formatsOf(world, meme)).size).toBe(PICTURE_FORMATS.length);

    // Another picture, as after an edit; the other meme is from a node of the version before.
    const other = await world.meme({ by });
    await world.db.deleteFrom("to_format").execute();
    await world.db.updateTable("memes").set({ image_key: other.image.key }).where("id", "=", meme.id).execute();
    await queueFormats(world.db, meme.id);
    const stale = (await formatsOf(world, meme)).get("tinygif")!;
    expect((await world.as().get(formatPath({ ...meme, image: other.image }, stale))).status).toBe(404);
    expect(await makeFormats(world.ctx(), meme)).toBe("gone");
    const { stdout } = await guffaw(["formats", "--dry-run"], { env: world.env });
    expect(stdout).toBe("1 meme lacks formats for GIF searches.\n");
    expect((await guffaw(["formats"], { env: world.env })).stdout).toBe("Made the formats of 2 memes.\n");
    expect((await guffaw(["formats"], { env: world.env })).stdout).toBe("Nothing was left to do.\n");
    for (const { key } of (await formatsOf(world, meme)).values()) expect(key).toStartWith(other.image.key);
  });
});

test("memes with the same picture share their formats, and a backup brings them back", async () => {
  await using world = await openWorld("SQLite");
  const size = { users: 2, memes: 4, ratings: 0, comments: 0, randomSeed: 1 };
  await seedSite(world.ctx(), { ...size, pictures: [await smallImage()], onRows: () => {} });
  expect(await make(world)).toEqual(["made", "made", "made", "made"]);
  const memes = await listToRender(world.db, "", 4);
  const keys = new Set(
    (
      await findFormats(
        world.db,
        memes.map(({ id }) => id),
      )
    ).map(({ format }) => format.key),
  );
  // All its GIFs have the same size, and are one file.
  expect(keys.size).toBe(5);
  const folder = openBackupFolder(freshFolder("backup"));
  const { name } = await backUp(world, folder);
  await using other = await openWorld("SQLite");
  expect(await restoreTo(other, folder, name)).toMatchObject({ missing: [], damaged: [] });
  await expectAsDescribed(other, memes[0]!);
});

test("an animation is also an MP4, if there is an encoder and that is smaller", async () => {
  await using world = await openWorld("SQLite", { env: { GUFFAW_GIF_API: "open", GUFFAW_FFMPEG: FFMPEG } });
  const by = await world.member();
  // Colours that run into each other: what GIFs are worst at.
  const frames = Array.from({ length: 20 }, (_, frame) => {
    const pixels = Buffer.alloc(320 * 240 * 3);
    for (let at = 0; at < 320 * 240; at++) {
      const [x, y] = [at % 320, Math.floor(at / 320)];
      pixels.set([(x + 4 * frame) % 256, y, Math.floor((x + y) / 2.2)], at * 3);
    }
    return sharp(pixels, { raw: { width: 320, height: 240, channels: 3 } });
  });
  const large = await submit(world, by, await animation(frames, { format: "webp", delay: frames.map(() => 100) }));
  const small = await submit(world, by, await film("gif", 300, 200));
  expect(await make(world)).toEqual(["made", "made"]);
  expect([...(await formatsOf(world, small)).keys()]).not.toContain("mp4");
  const formats = await formatsOf(world, large);
  expect(formats.get("mp4")).toMatchObject({ width: 320, height: 240 });
  expect(formats.get("mp4")!.bytes).toBeLessThan(formats.get("gif")!.bytes);
  expect(formats.get("nanomp4")).toMatchObject({ width: 150, height: 112 });
  for (const name of ["mp4", "tinymp4", "nanomp4"]) {
    expect(formats.get(name)!.duration).toBeWithin(1900, 2200);
    const response = await world.as().get(formatPath(large, formats.get(name)!));
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "video/mp4"]);
  }
  expect(await checkDatabase(world.db)).toEqual([]);
  await deleteMeme(world.ctx(by), large.id);
  await deleteMeme(world.ctx(by), small.id);
  expect(await keysIn(world.services.storage)).toEqual([]);
});
