import { describe, expect, test } from "bun:test";

import { formatKey, sourceKey } from "../../src/core/memes/formats.ts";
import { banPicture } from "../../src/core/moderation/ban-picture.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { findReadyAt } from "../../src/data/encodings.ts";
import { findFormats } from "../../src/data/formats.ts";
import { findMeme } from "../../src/data/memes.ts";
import { findUser } from "../../src/data/users.ts";
import { runDueJobs } from "../../src/jobs/runner.ts";
import { openBackupFolder } from "../../src/storage/backup-folder.ts";
import { backUp, restoreTo } from "../core/backups.ts";
import { diskFolder } from "../folders.ts";
import { DIALECTS, freshFolder, openWorld, type TestMember, type World } from "../world.ts";
import { FFMPEG, makeClip, type ClipName } from "./clips.ts";

const clips = diskFolder("posted-clips");
const bytesOf = async (name: ClipName) => Bun.file(await makeClip(clips, name)).bytes();

/** Boxes of nothing make a video larger. */
function padded(bytes: Uint8Array, size: number): Uint8Array {
  const box = Buffer.alloc(size);
  box.writeUInt32BE(size);
  box.write("free", 4);
  return Buffer.concat([bytes, box]);
}

async function post(world: World, by: TestMember, bytes: Uint8Array, path = "/v1/submit") {
  const form = new FormData();
  form.set("image", new File([bytes as Uint8Array<ArrayBuffer>], "clip.mp4"));
  form.set("caption", "a film #cats");
  const response = await world.as(by).post(path, { body: form });
  return { status: response.status, json: (await response.json()) as Record<string, never> };
}

const WITH_FFMPEG = { env: { GUFFAW_FFMPEG: FFMPEG, GUFFAW_POSTS_PER_HOUR: "3" } };

describe.each(DIALECTS)("videos on %s", (dialect) => {
  test("appear once they are encoded, and their sources go", async () => {
    await using world = await openWorld(dialect, WITH_FFMPEG);
    const [by, other] = [await world.member(), await world.member()];
    // Large enough to be held by a worker.
    const { status, json } = await post(world, by, padded(await bytesOf("turned.mov"), 300_000));
    expect({ status, json }).toMatchObject({ status: 201, json: { success: true } });
    const id = String(json.memeid);
    const before = (await findMeme(world.db, id))!;
    expect(before).toMatchObject({ held: "encoding", disabled: true, image: { width: 90, height: 160 } });
    expect(await findReadyAt(world.db, id)).toBeGreaterThan(world.services.clock());
    expect((await world.as(other).get(`/v1/meme/${id}`)).status).toBe(404);
    expect((await world.as(by).get(`/v1/meme/${id}`)).status).toBe(200);
    expect((await world.as(by).put(`/v1/meme/${id}/enable`)).status).toBe(403);
    expect(await checkDatabase(world.db)).toEqual([]);

    await runDueJobs(world.services);
    const meme = (await findMeme(world.db, id))!;
    expect(meme).toMatchObject({ held: undefined, disabled: false, image: { video: { hasSound: false } } });
    expect(meme.image.video!.duration).toBeWithin(1900, 2200);
    expect(await findReadyAt(world.db, id)).toBeUndefined();
    const formats = await findFormats(world.db, [id]);
    expect(formats.map(({ format: { name, width, height } }) => [name, width, height])).toContainEqual([
      "mp4",
      90,
      160,
    ]);
    const { storage } = world.services;
    expect(await storage.open(sourceKey(meme.image))).toBeNull();
    expect((await storage.open(formatKey(meme.image, "mp4")))!.size).toBeGreaterThan(1000);
    expect((await world.as(other).get(`/v1/meme/${id}`)).status).toBe(200);
    const notifications = await (await world.as(by).get("/v1/notifications")).json();
    expect(notifications).toMatchObject([{ message: "Your video “a film #cats” is ready. Everyone can see it now." }]);
    expect(await checkDatabase(world.db)).toEqual([]);

    const page = await (await world.as().get(`/meme/${id}`)).text();
    const [, address] = /<video class="film" src="[^"]*(\/i\/[^"]+\.full\.mp4)"/.exec(page) ?? [];
    const part = await world.as().get(address!, { headers: { Range: "bytes=0-1" } });
    expect(part.status).toBe(206);
    expect(part.headers.get("content-type")).toBe("video/mp4");
    // Otherwise a browser that opens it directly shows nothing.
    expect(part.headers.get("content-security-policy")).toContain("media-src 'self'");

    await world.as(by).delete(`/v1/meme/${id}`);
    expect(await storage.open(formatKey(meme.image, "mp4"))).toBeNull();
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("that cannot be encoded are taken back, and their author hears why", async () => {
    await using world = await openWorld(dialect, WITH_FFMPEG);
    const by = await world.member();
    const bytes = await bytesOf("plain.mp4");
    const at = Buffer.from(bytes).indexOf("mdat") + 4;
    // The first frames are there, so it has a poster.
    bytes.fill(0x5a, at + (bytes.length - at) * 0.5);
    const { json } = await post(world, by, bytes);
    const meme = (await findMeme(world.db, String(json.memeid)))!;
    await runDueJobs(world.services);
    expect(await findMeme(world.db, meme.id)).toBeUndefined();
    const author = (await findUser(world.db, by.user.id))!;
    expect(author).toMatchObject({ storedBytes: 0, submittedCount: 0 });
    expect(author.postsFullAt).toBeLessThanOrEqual(world.services.clock());
    const notifications = await (await world.as(by).get("/v1/notifications")).json();
    expect(notifications).toMatchObject([{ message: expect.stringContaining("This video is damaged") }]);
    expect(await world.services.storage.open(sourceKey(meme.image))).toBeNull();
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("wait for approval where that is needed, and are banned by their looks", async () => {
    await using world = await openWorld(dialect, { env: { GUFFAW_FFMPEG: FFMPEG, GUFFAW_APPROVE_FIRST: "1" } });
    const [by, staff] = [await world.member(), await world.member({ perks: ["staff"] })];
    const { json } = await post(world, by, await bytesOf("silent.mp4"));
    const id = String(json.memeid);
    expect((await world.as(staff).get(`/v1/meme/${id}`)).status).toBe(404);
    await runDueJobs(world.services);
    expect(await findMeme(world.db, id)).toMatchObject({ held: "waiting", disabled: true });
    await banPicture(world.ctx(staff), { memeId: id, reason: "No tests.", alike: true });
    // Another file of the same film, in another format.
    const again = await post(world, by, await bytesOf("film.webm"));
    expect(again).toMatchObject({ status: 400, json: { error: expect.stringContaining("banned") } });
    expect(await checkDatabase(world.db)).toEqual([]);
  });
});

test("a video in a backup is encoded where it is restored", async () => {
  await using world = await openWorld("SQLite", WITH_FFMPEG);
  const { json } = await post(world, await world.member(), await bytesOf("silent.mp4"));
  const target = openBackupFolder(freshFolder("backup"));
  const backup = await backUp(world, target);
  expect(backup).toMatchObject({ missing: [] });
  await using other = await openWorld("SQLite", WITH_FFMPEG);
  expect(await restoreTo(other, target, backup.name)).toMatchObject({ images: backup.images, missing: [] });
  await runDueJobs(other.services);
  const meme = (await findMeme(other.db, String(json.memeid)))!;
  expect(meme).toMatchObject({ held: undefined, disabled: false });
  expect(await other.services.storage.open(formatKey(meme.image, "mp4"))).not.toBeNull();
});

test("without ffmpeg, videos are refused and pictures are not", async () => {
  await using world = await openWorld("SQLite", { env: { GUFFAW_FFMPEG: "off" } });
  const by = await world.member();
  expect(await post(world, by, await bytesOf("silent.mp4"))).toMatchObject({
    status: 400,
    json: { error: expect.stringContaining("its server has no ffmpeg") },
  });
  await world.meme({ by });
});
