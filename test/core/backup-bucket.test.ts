import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { hostname } from "node:os";
import { join } from "node:path";

import { checkBackup } from "../../src/core/backup/check-backup.ts";
import { listBackupNames, manifestKey } from "../../src/core/backup/format.ts";
import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { keyOf, renditionsOf } from "../../src/core/memes/renditions.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { lastGoodBackup } from "../../src/data/backups.ts";
import { writeFact } from "../../src/data/site.ts";
import { PROCESS_NAME } from "../../src/process-name.ts";
import { openBackupBucket } from "../../src/storage/backup-bucket.ts";
import type { BackupPlace } from "../../src/storage/backup-place.ts";
import { guffaw, launch } from "../cli/guffaw.ts";
import { type S3Server, startS3 } from "../s3.ts";
import { startProxy } from "../tcp-proxy.ts";
import { until } from "../until.ts";
import { DIALECTS, freshFolder, openWorld, ROOT } from "../world.ts";
import { backUp, fill, restoreTo } from "./backups.ts";

let s3: S3Server;
beforeAll(async () => void (s3 = await startS3()));
afterAll(() => s3.stop());

/** A part of the bucket that nobody else uses. */
function freshBucket() {
  const prefix = `site/${crypto.randomUUID()}`;
  const { endpoint, region, accessKeyId, secretAccessKey } = s3;
  const addressAt = (server: string) =>
    `s3://${s3.bucket}/${prefix}?endpoint=${encodeURIComponent(server)}&region=${region}`;
  const address = addressAt(endpoint);
  const env = { GUFFAW_BACKUP_ACCESS_KEY_ID: accessKeyId, GUFFAW_BACKUP_SECRET_ACCESS_KEY: secretAccessKey };
  const place = openBackupBucket({ bucket: s3.bucket, prefix, endpoint, region, accessKeyId, secretAccessKey });
  return { place, address, addressAt, env };
}

const keysIn = async (place: BackupPlace, within = "") =>
  (await Array.fromAsync(place.list())).map(({ key }) => key).filter((key) => key.startsWith(within));

const bytes = (value: object) => new TextEncoder().encode(JSON.stringify(value));

describe.each(DIALECTS)("a backup from %s to S3", (dialect) => {
  test("holds every row and image, copies an image once, and deletes it with its last backup", async () => {
    await using world = await openWorld(dialect);
    const { ann, meme } = await fill(world);
    const { place } = freshBucket();
    const { name } = await backUp(world, place);
    expect(await checkBackup(place, name)).toMatchObject({ images: 6, missing: [], damaged: [] });
    await using other = await openWorld(dialect);
    expect(await restoreTo(other, place, name)).toMatchObject({ images: 6, missing: [], damaged: [] });
    expect(await checkDatabase(other.db)).toEqual([]);
    await deleteMeme(world.ctx(ann), meme.id);
    await Bun.sleep(2);
    expect(await backUp(world, place, { keep: 1 })).toMatchObject({ images: 3, copied: 0, deleted: [name] });
    expect(await keysIn(place, "images/")).toHaveLength(3);
    expect(await place.begun()).toHaveLength(1);
    expect(await keysIn(place, "locks/")).toEqual([]);
  });
});

describe("S3 for backups", () => {
  test("belongs to one site, and not to a copy of it", async () => {
    await using world = await openWorld("SQLite");
    await fill(world);
    await using other = await openWorld("SQLite");
    await writeFact(other.db, "id", crypto.randomUUID());
    const { place } = freshBucket();
    const { name } = await backUp(world, place, { keep: 1 });
    const before = await keysIn(place);
    await expect(backUp(other, place, { keep: 1 })).rejects.toThrow(
      /^The S3 folder s3:\/\/memes\/site\/\S+ holds backups of another site/,
    );
    expect(await keysIn(place)).toEqual(before);
    await using restored = await openWorld("SQLite");
    await restoreTo(restored, place, name);
    await Bun.sleep(2);
    await backUp(restored, place);
    await expect(backUp(world, place)).rejects.toThrow("this is an older copy");
    // Its neighbour in the same bucket is free.
    await backUp(other, freshBucket().place);
  });

  test("keeps the last good backup if the site has lost its pictures", async () => {
    await using world = await openWorld("SQLite");
    const { ann, bob } = await fill(world);
    const { place } = freshBucket();
    const { name: good } = await backUp(world, place);
    const meme = await world.meme({ by: ann });
    for (const which of renditionsOf(meme.image)) await world.services.storage.delete(keyOf(meme.image, which));
    await Bun.sleep(2);
    expect(await backUp(world, place, { keep: 1 })).toMatchObject({ deleted: [], lastComplete: good });
    for (const { id, author_id } of await world.db.selectFrom("memes").select(["id", "author_id"]).execute())
      await deleteMeme(world.ctx(author_id === ann.user.id ? ann : bob), id);
    await Bun.sleep(2);
    const { held } = await backUp(world, place, { keep: 1 });
    expect(await listBackupNames(place)).toEqual([held[0]!, expect.any(String)]);
    expect(await checkBackup(place, held[0]!)).toMatchObject({ images: 6, damaged: [] });
  });

  test("finds damage, and copies what is damaged in size again", async () => {
    await using world = await openWorld("SQLite");
    await fill(world);
    const { place } = freshBucket();
    const { name } = await backUp(world, place);
    const [cut, changed] = (await keysIn(place, "images/")) as [string, string];
    await place.put(cut, new Uint8Array([1]), "application/octet-stream");
    const file = (await place.open(changed))!;
    await place.put(changed, new Uint8Array(file.size), "application/octet-stream");
    expect((await checkBackup(place, name)).damaged.toSorted()).toEqual(
      [cut, changed].map((key) => key.slice("images/".length)).toSorted(),
    );
    await Bun.sleep(2);
    expect(await backUp(world, place)).toMatchObject({ copied: 1 });
  });

  test("takes one backup at a time, however many begin at once", async () => {
    const { place } = freshBucket();
    for (let round = 0; round < 5; round++) {
      const all = await Promise.allSettled(Array.from({ length: 4 }, () => place.lock()));
      const held = all.filter((one) => one.status === "fulfilled").map(({ value }) => value);
      expect(held.length).toBeLessThanOrEqual(1);
      for (const one of all)
        if (one.status === "rejected")
          // A crowded server may also refuse one for reasons of its own.
          expect((one.reason as Error).message).toMatch(
            /^Another backup into s3:\S+ is running \(process \d+ on |^The backup storage answered with an error/,
          );
      for (const lock of held) await lock.requireHeld();
      for (const lock of held) await lock[Symbol.asyncDispose]();
      expect(await keysIn(place)).toEqual([]);
    }
    await using lock = await place.lock();
    await lock.requireHeld();
    await expect(place.lock()).rejects.toThrow("is running");
    await lock.requireHeld();
  });

  test("takes a lock over from the dead, and from nobody else", async () => {
    const { place } = freshBucket();
    const claim = { host: "elsewhere", pid: 1, since: "2026-01-01T00:00:00.000Z", token: "theirs", held: true };
    const put = (value: object) => place.put("locks/theirs.json", bytes(value), "application/json");
    for (const process of ["elsewhere.1.2", PROCESS_NAME]) {
      await put({ ...claim, process });
      await expect(place.lock()).rejects.toThrow("(process 1 on elsewhere, since 2026-01-01T00:00:00.000Z)");
    }
    const ended = Bun.spawn(["true"]);
    await ended.exited;
    await put({ ...claim, host: hostname(), process: PROCESS_NAME.replace(/\.\d+\./, `.${ended.pid}.`) });
    await using lock = await place.lock();
    await lock.requireHeld();
    expect(await keysIn(place, "locks/theirs")).toEqual([]);
    // Somebody believes that we are dead.
    await put({ ...claim, process: "elsewhere.1.2" });
    await expect(lock.requireHeld()).rejects.toThrow("Another backup has taken over s3://memes/site/");
  });

  test("has no manifest of a process that lost its lock", async () => {
    await using world = await openWorld("SQLite");
    await fill(world);
    const { place } = freshBucket();
    const { database } = world.services;
    const inSnapshot: typeof database.inSnapshot = async (work) => {
      const read = await database.inSnapshot(work);
      for (const key of await keysIn(place, "locks/")) await place.delete(key);
      return read;
    };
    const lost = backUp(world, place, { database: { ...database, inSnapshot } });
    await expect(lost).rejects.toThrow("Another backup has taken over");
    expect(await listBackupNames(place)).toEqual([]);
    expect(await lastGoodBackup(world.db)).toBeUndefined();
  });
});

describe("the commands", () => {
  test("back up to S3 and restore from it", async () => {
    await using world = await openWorld("SQLite");
    await fill(world);
    const { address, env } = freshBucket();
    const made = await guffaw(["backup", address, "--keep", "2", "--json"], { env: { ...world.env, ...env } });
    expect(made.json).toMatchObject({ images: 6, deleted: [] });
    const data = join(freshFolder("restored"), "data");
    const elsewhere = { ...env, GUFFAW_DATA: data, GUFFAW_BACKUP_TO: address };
    const dry = await guffaw(["restore", "--dry-run"], { env: elsewhere });
    expect(dry.stdout).toContain("everything can be restored");
    expect((await guffaw(["restore"], { env: elsewhere })).code).toBe(0);
    expect((await guffaw(["doctor"], { env: { ...env, GUFFAW_DATA: data } })).code).toBe(0);
    const none = await guffaw(["restore"], { env: { GUFFAW_DATA: data } });
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("No place given")]);
  });

  test("refuse the bucket of the images, a wrong key and a bucket that does not exist", async () => {
    await using world = await openWorld("SQLite");
    const { address, env } = freshBucket();
    const run = (place: string, more: Record<string, string> = {}) =>
      guffaw(["backup", place], { env: { ...world.env, ...env, ...more } });
    const images = address.replace(/\/site\/[^?]+/, "");
    const s3Keys = { AWS_ACCESS_KEY_ID: s3.accessKeyId, AWS_SECRET_ACCESS_KEY: s3.secretAccessKey };
    expect((await run(address, { ...s3Keys, GUFFAW_STORAGE: images })).stderr).toContain(
      "The bucket memes holds the site's own images: use another bucket for the backups.",
    );
    expect((await run(address, { GUFFAW_BACKUP_SECRET_ACCESS_KEY: "wrong" })).stderr).toContain(
      "The backup storage refused our access key",
    );
    expect((await run(address.replace("memes", "nothing"))).stderr).toContain("The backup storage has no such bucket");
    expect((await run(address, { GUFFAW_BACKUP_ACCESS_KEY_ID: "" })).stderr).toContain("belong together");
  });

  test("leave nothing behind that counts when killed halfway, and the next one carries on", async () => {
    await using world = await openWorld("SQLite");
    await fill(world);
    const { place, address, addressAt, env } = freshBucket();
    await using proxy = await startProxy(new URL(s3.endpoint));
    proxy.loseAnswerTo(["/images/"], "silence");
    const child = Bun.spawn([join(ROOT, "guffaw"), "backup", addressAt(`http://127.0.0.1:${proxy.port}`)], {
      env: { PATH: process.env.PATH!, HOME: "/", ...world.env, ...env },
      stdio: ["ignore", "ignore", "ignore"],
    });
    // The S3 server of the tests may fail to list a folder while somebody writes to it.
    await until(async () => (await keysIn(place, "images/").catch(() => [])).length > 0);
    child.kill("SIGKILL");
    await child.exited;
    expect(await keysIn(place, "locks/")).toHaveLength(1);
    expect(await listBackupNames(place)).toEqual([]);
    const next = await launch(["backup", address, "--keep", "1", "--json"], { env: { ...world.env, ...env } });
    expect(next.json).toMatchObject({ images: 6, missing: [] });
    expect(await place.begun()).toEqual([next.json.name as string]);
    expect(await place.open(manifestKey(next.json.name as string))).not.toBeNull();
    expect(await keysIn(place, "locks/")).toEqual([]);
  });
});
