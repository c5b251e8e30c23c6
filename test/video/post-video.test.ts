import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { formatKey, formatKeys, sourceKey } from "../../src/core/memes/formats.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { keyOf } from "../../src/core/memes/renditions.ts";
import { ENCODE_VIDEO } from "../../src/core/memes/submit-video.ts";
import { banPicture } from "../../src/core/moderation/ban-picture.ts";
import { reportMeme } from "../../src/core/reports/report-meme.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { findReadyAt, readPace, writePace } from "../../src/data/encodings.ts";
import { findFormats } from "../../src/data/formats.ts";
import { claimDueJob, findJob, LEASE_MS } from "../../src/data/jobs.ts";
import { findMeme } from "../../src/data/memes.ts";
import { findUser } from "../../src/data/users.ts";
import type { Meme } from "../../src/entities/meme.ts";
import { Meme as MemeShape } from "../../src/http/api/v1/schemas.ts";
import { encodeVideoJob } from "../../src/jobs/encode-video.ts";
import { runDueJobs } from "../../src/jobs/runner.ts";
import { openBackupFolder } from "../../src/storage/backup-folder.ts";
import { backUp, restoreTo } from "../core/backups.ts";
import { diskFolder } from "../folders.ts";
import { beforeOpen, beforePut } from "../jobs/storages.ts";
import { until } from "../until.ts";
import { DIALECTS, freshFolder, openWorld, type TestMember, type World } from "../world.ts";
import { FFMPEG, makeClip, type ClipName } from "./clips.ts";
import { padded } from "./padded.ts";

const clips = diskFolder("posted-clips");
const bytesOf = async (name: ClipName) => Bun.file(await makeClip(clips, name)).bytes();

async function post(world: World, by: TestMember, bytes: Uint8Array, path = "/v1/submit") {
  const form = new FormData();
  form.set("image", new File([bytes as Uint8Array<ArrayBuffer>], "clip.mp4"));
  form.set("caption", "a film #cats");
  const response = await world.as(by).post(path, { body: form });
  return { status: response.status, json: (await response.json()) as Record<string, never> };
}

const WITH_FFMPEG = { env: { GUFFAW_FFMPEG: FFMPEG, GUFFAW_POSTS_PER_HOUR: "3" } };

/** Without the jobs that follow, which take far longer: they make GIFs. */
const encode = ({ services }: World) => runDueJobs(services, { kinds: [encodeVideoJob] });

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

    await encode(world);
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

  test("are described by the API: a still as before, and beside it the video", async () => {
    const env = { ...WITH_FFMPEG.env, GUFFAW_WEBM: "on", GUFFAW_MEDIA_URL: "https://cdn.example" };
    await using world = await openWorld(dialect, { env: dialect === "SQLite" ? WITH_FFMPEG.env : env });
    const by = await world.member();
    const id = String((await post(world, by, await bytesOf("plain.mp4"))).json.memeid);
    const read = async () => MemeShape.parse(await (await world.as(by).get(`/v1/meme/${id}`)).json());
    const before = await read();
    expect(before).toMatchObject({ disabled: true, type: "image/jpeg", animated: false, width: 160, height: 90 });
    expect(before.duration).toBeWithin(1.9, 2.2);
    expect(Object.keys(before.renditions)).toEqual(["thumbnail", "medium"]);
    await encode(world);
    const meme = await read();
    expect(meme).toMatchObject({ disabled: false, type: "image/jpeg", url: expect.stringMatching(/\.jpg$/) });
    expect(Object.keys(meme).filter((key) => !(key in before))).toEqual([]);
    const webm = dialect === "SQLite" ? [] : ["webm"];
    expect(Object.keys(meme.renditions)).toEqual(["thumbnail", "medium", "mp4", "tinymp4", "nanomp4", ...webm]);
    for (const name of ["mp4", "tinymp4", "nanomp4", ...webm]) {
      const { url, type, width, bytes } = meme.renditions[name]!;
      expect(width, name).toBe(name === "nanomp4" ? 150 : 160);
      const file = await world.as().get(new URL(url).pathname);
      expect([file.status, file.headers.get("content-type")], name).toEqual([200, type]);
      expect((await file.bytes()).length, name).toBe(bytes);
    }
    // Lists write it another way.
    const [listed] = (await (await world.as(by).get("/v1/meme/recents")).json()) as unknown[];
    expect(MemeShape.parse(listed)).toEqual({ ...meme, time_ago: expect.anything() });
    const other = await world.meme({ by });
    expect(await (await world.as(by).get(`/v1/meme/${other.id}`)).json()).not.toHaveProperty("duration");
    await disableMeme(world.ctx(by), id);
    const hidden = new URL(meme.renditions.tinymp4!.url).pathname;
    expect((await world.as().get(hidden)).status).toBe(404);
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
    await encode(world);
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
    await encode(world);
    expect(await findMeme(world.db, id)).toMatchObject({ held: "waiting", disabled: true });
    await banPicture(world.ctx(staff), { memeId: id, reason: "No tests.", alike: true });
    // Another file of the same film, in another format.
    const again = await post(world, by, await bytesOf("film.webm"));
    expect(again).toMatchObject({ status: 400, json: { error: expect.stringContaining("banned") } });
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("are banned by any of their scenes, not by their poster alone", async () => {
    await using world = await openWorld(dialect, WITH_FFMPEG);
    const [by, staff] = [await world.member(), await world.member({ perks: ["staff"] })];
    const id = String((await post(world, by, await bytesOf("scenes.mp4"))).json.memeid);
    await encode(world);
    await reportMeme(world.ctx(await world.member()), { memeId: id, reason: "spam", description: "" });
    // Even if the site takes only shorter ones by now.
    const ctx = world.ctx(staff);
    const policy = { ...ctx.policy, video: { ...ctx.policy.video!, maxSeconds: 1 } };
    await banPicture({ ...ctx, policy }, { memeId: id, reason: "No tests.", alike: true });
    // The second scene alone, while the poster shows the first.
    expect(await post(world, by, await bytesOf("silent.mp4"))).toMatchObject({ status: 400 });
  });

  test("that are banned while they are encoded never appear, and their author hears why", async () => {
    await using world = await openWorld(dialect, WITH_FFMPEG);
    const [by, other, staff] = [await world.member(), await world.member(), await world.member({ perks: ["staff"] })];
    const shown = String((await post(world, other, await bytesOf("silent.mp4"))).json.memeid);
    await encode(world);
    // Another file of the same film.
    const { json } = await post(world, by, await bytesOf("film.webm"));
    const meme = (await findMeme(world.db, String(json.memeid)))!;
    const { storage } = world.services;
    let banned = false;
    world.services.storage = beforePut(storage, async (key) => {
      if (banned || !key.endsWith(".mp4")) return;
      banned = true;
      await banPicture(world.ctx(staff), { memeId: shown, reason: "No tests.", alike: true });
    });
    await encode(world);
    expect(banned).toBe(true);
    await expectTakenBack(world, by, meme, "is banned on this site: “No tests.”");
    expect(await findMeme(world.db, shown)).toMatchObject({ disabled: false });
  });

  test("that are deleted while they are encoded make room for the next one", async () => {
    const folder = freshFolder("endless");
    const [ffmpeg, started] = [join(folder, "ffmpeg"), join(folder, "started")];
    // Its first encoding never ends by itself.
    const isEndless = `case "$*" in *-progress*) [ -e ${started} ] || endless=1;; esac`;
    const forEver = `touch ${started}; while :; do echo out_time=00:00:01.0; sleep 0.1; done`;
    await writeFile(ffmpeg, `#!/bin/sh\n${isEndless}\n[ -z "$endless" ] || { ${forEver}; }\nexec ${FFMPEG} "$@"\n`);
    await chmod(ffmpeg, 0o755);
    await using world = await openWorld(dialect, { env: { ...WITH_FFMPEG.env, GUFFAW_FFMPEG: ffmpeg } });
    const by = await world.member();
    const bytes = await bytesOf("silent.mp4");
    const first = String((await post(world, by, bytes)).json.memeid);
    const second = String((await post(world, by, padded(bytes, 9000))).json.memeid);
    const { image } = (await findMeme(world.db, first))!;
    const working = runDueJobs(world.services, { kinds: [encodeVideoJob] });
    await until(() => existsSync(started));
    expect((await world.as(by).delete(`/v1/meme/${first}`)).status).toBe(200);
    await working;
    expect(await findJob(world.db, ENCODE_VIDEO, first)).toBeUndefined();
    for (const key of [...formatKeys(image), sourceKey(image)])
      expect(await world.services.storage.open(key), key).toBeNull();
    expect(await findMeme(world.db, second)).toMatchObject({ held: undefined, disabled: false });
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("are encoded after a restart, whether their process stopped or died", async () => {
    let now = Date.now();
    await using world = await openWorld(dialect, { ...WITH_FFMPEG, clock: () => now });
    const by = await world.member();
    const { json } = await post(world, by, await bytesOf("silent.mp4"));
    const id = String(json.memeid);
    const stopping = new AbortController();
    const { storage } = world.services;
    const kinds = [encodeVideoJob];
    world.services.storage = beforeOpen(storage, async () => stopping.abort());
    await runDueJobs(world.services, { signal: stopping.signal, kinds });
    world.services.storage = storage;
    expect(await findMeme(world.db, id)).toMatchObject({ held: "encoding" });
    expect(await findJob(world.db, ENCODE_VIDEO, id)).toMatchObject({ attempts: 0, error: undefined });
    await claimDueJob(world.db, [ENCODE_VIDEO], now, now + LEASE_MS);
    await runDueJobs(world.services, { kinds });
    // As long as that process may be alive.
    expect(await findMeme(world.db, id)).toMatchObject({ held: "encoding" });
    now += LEASE_MS;
    await runDueJobs(world.services, { kinds });
    expect(await findMeme(world.db, id)).toMatchObject({ held: undefined, disabled: false });
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("at which process after process dies are given up, and their author hears of it", async () => {
    let now = Date.now();
    await using world = await openWorld(dialect, { ...WITH_FFMPEG, clock: () => now });
    const by = await world.member();
    const { json } = await post(world, by, await bytesOf("silent.mp4"));
    const meme = (await findMeme(world.db, String(json.memeid)))!;
    // What they had stored by then.
    await world.services.storage.put(formatKey(meme.image, "mp4"), new Uint8Array(9), "video/mp4");
    for (let died = 0; died < 5; died++) {
      expect(await claimDueJob(world.db, [ENCODE_VIDEO], now, now + LEASE_MS)).toMatchObject({ attempts: died + 1 });
      now += LEASE_MS;
    }
    expect((await world.as().get(`/i/${meme.id}/${meme.image.hash}.full.mp4`)).status).toBe(404);
    await encode(world);
    await expectTakenBack(world, by, meme, "cannot be processed here, even after several tries");
  });

  test("are expected to take as long as the last ones have taken", async () => {
    const now = Date.now();
    await using world = await openWorld(dialect, { ...WITH_FFMPEG, clock: () => now });
    const by = await world.member();
    const bytes = await bytesOf("silent.mp4");
    const readyAt = async (of: Uint8Array) => {
      const { json } = await post(world, by, of);
      return (await findReadyAt(world.db, String(json.memeid)))!;
    };
    const first = (await readyAt(bytes)) - now;
    // Little more than the start: two seconds of a small picture.
    expect(first).toBeWithin(2000, 3000);
    await writePace(world.db, 10);
    // After the first.
    expect(((await readyAt(padded(bytes, 9000))) - now - first) / first).toBeCloseTo(10, 0);
    await encode(world);
    const measured = await readPace(world.db);
    expect(measured).not.toBe(10);
    expect(measured).toBeWithin(0.05, 51);
  });

  test("are tried again for as long as the storage is away", async () => {
    let now = Date.now();
    await using world = await openWorld(dialect, { ...WITH_FFMPEG, clock: () => now });
    const { json } = await post(world, await world.member(), await bytesOf("silent.mp4"));
    const id = String(json.memeid);
    const { storage } = world.services;
    const kinds = [encodeVideoJob];
    world.services.storage = beforeOpen(storage, () => Promise.reject(new Error("The storage is away.")));
    for (let failed = 1; failed < 9; failed++) {
      await runDueJobs(world.services, { kinds });
      const job = (await findJob(world.db, ENCODE_VIDEO, id))!;
      expect(job).toMatchObject({ attempts: failed, error: "The storage is away." });
      now = job.runAt;
    }
    world.services.storage = storage;
    await runDueJobs(world.services, { kinds });
    expect(await findMeme(world.db, id)).toMatchObject({ held: undefined, disabled: false });
  });
});

/** As if it had never been posted, but for the message. */
async function expectTakenBack(world: World, by: TestMember, { id, image }: Meme, reason: string) {
  expect(await findMeme(world.db, id)).toBeUndefined();
  expect(await findReadyAt(world.db, id)).toBeUndefined();
  expect(await findFormats(world.db, [id])).toEqual([]);
  const { storage } = world.services;
  for (const key of [...formatKeys(image), sourceKey(image), keyOf(image, "original")])
    expect(await storage.open(key), key).toBeNull();
  expect(await findUser(world.db, by.user.id)).toMatchObject({ storedBytes: 0, submittedCount: 0 });
  const notifications = await (await world.as(by).get("/v1/notifications")).json();
  expect(notifications).toMatchObject([{ message: expect.stringContaining(reason) }]);
  expect(await checkDatabase(world.db)).toEqual([]);
}

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

test.each([9, 400_000])("an unknown file of %d bytes is told what the site takes", async (length) => {
  const said = async (env: Record<string, string>) => {
    await using world = await openWorld("SQLite", { env });
    const { status, json } = await post(world, await world.member(), new Uint8Array(length));
    return `${status} ${String(json.error)}`;
  };
  expect(await said({ GUFFAW_FFMPEG: FFMPEG })).toBe(
    "400 This isn't a picture (JPEG, PNG, WebP, AVIF or GIF) or a video (MP4, MOV or WebM). Choose one of those.",
  );
  expect(await said({ GUFFAW_FFMPEG: "off" })).toBe(
    "400 This isn't a JPEG, PNG, WebP, AVIF or GIF image. Choose one that is.",
  );
});

test("without ffmpeg, videos are refused and pictures are not", async () => {
  await using world = await openWorld("SQLite", { env: { GUFFAW_FFMPEG: "off" } });
  const by = await world.member();
  expect(await post(world, by, await bytesOf("silent.mp4"))).toMatchObject({
    status: 400,
    json: { error: expect.stringContaining("This site takes no videos.") },
  });
  await world.meme({ by });
});
