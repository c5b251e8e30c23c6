import { describe, expect, spyOn, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdir, open, readdir, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";

import { checkBackup } from "../../src/core/backup/check-backup.ts";
import { listBackupNames, manifestKey, readManifest } from "../../src/core/backup/format.ts";
import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { lastGoodBackup, listBackups } from "../../src/data/backups.ts";
import { openBackupFolder } from "../../src/storage/backup-folder.ts";
import type { BackupPlace } from "../../src/storage/backup-place.ts";
import { freshFolder, openWorld } from "../world.ts";
import { backUp, fill } from "./backups.ts";

const SCRAP = ".01234567-89ab-cdef-0123-456789abcdef.tmp";

const imagesIn = async (folder: BackupPlace) =>
  (await Array.fromAsync(folder.list())).filter(({ key }) => key.startsWith("images/")).map(({ key }) => key);

/** Of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = Bun.spawn(["true"]);
  await child.exited;
  return child.pid;
}

const lockOf = async (folder: BackupPlace, holder: object | string, ageMs = 0) => {
  const path = join(folder.root, "backup.lock");
  await Bun.write(path, typeof holder === "string" ? holder : JSON.stringify({ token: "theirs", ...holder }));
  const at = new Date(Date.now() - ageMs);
  await utimes(path, at, at);
};

describe("two backups into one folder at once", () => {
  test("the second one is refused, and says so in the list of backups", async () => {
    await using world = await openWorld("SQLite");
    await fill(world);
    const folder = openBackupFolder(freshFolder("backup"));
    const both = await Promise.allSettled([backUp(world, folder, { keep: 1 }), backUp(world, folder, { keep: 1 })]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = both.find((one) => one.status === "rejected")!.reason as Error;
    expect(refused.message).toMatch(/^Another backup into .* is running \(process \d+ on .*\): wait until it ends\./);
    const rows = await listBackups(world.db, { amount: 5 });
    expect(rows.filter(({ error }) => error?.startsWith("Another backup into"))).toHaveLength(1);
    const [name] = await listBackupNames(folder);
    expect(await checkBackup(folder, name!)).toMatchObject({ images: 6, missing: [], damaged: [] });
    expect(existsSync(join(folder.root, "backup.lock"))).toBe(false);
  });

  test("a lock is taken over from the dead, and from nobody else", async () => {
    const folder = openBackupFolder(freshFolder("backup"));
    const elsewhere = { host: "elsewhere", pid: 1, since: "2026-01-01T00:00:00.000Z" };
    await lockOf(folder, elsewhere, 60_000);
    await expect(folder.lock()).rejects.toThrow("(process 1 on elsewhere, since 2026-01-01T00:00:00.000Z)");
    await lockOf(folder, { host: hostname(), pid: process.pid }, 60_000);
    await expect(folder.lock()).rejects.toThrow("is running");
    // A process is just writing it.
    await lockOf(folder, "");
    await expect(folder.lock()).rejects.toThrow("is running");
    for (const [holder, age] of [
      [{ host: hostname(), pid: await deadPid() }, 0],
      [elsewhere, 700_000],
      [elsewhere, -700_000],
      ["", 60_000],
      ['{"host":', 60_000],
    ] as const) {
      await lockOf(folder, holder, age);
      await using lock = await folder.lock();
      await lock.requireHeld();
    }
    expect(await readdir(folder.root)).toEqual([]);
  });

  test("a lock that could not be written, as on a full disk, is not left behind", async () => {
    const folder = openBackupFolder(freshFolder("backup"));
    const handle = await open(folder.root);
    await handle.close();
    const write = spyOn(Object.getPrototypeOf(handle) as { writeFile(): Promise<void> }, "writeFile");
    write.mockRejectedValueOnce(Object.assign(new Error("ENOSPC"), { code: "ENOSPC" }));
    await expect(folder.lock()).rejects.toThrow("is full: free some space");
    write.mockRestore();
    expect(await readdir(folder.root)).toEqual([]);
    await using lock = await folder.lock();
    await lock.requireHeld();
  });

  test("a process that has lost the folder to another writes no manifest", async () => {
    await using world = await openWorld("SQLite");
    await fill(world);
    const folder = openBackupFolder(freshFolder("backup"));
    const { database } = world.services;
    const inSnapshot: typeof database.inSnapshot = async (work) => {
      const read = await database.inSnapshot(work);
      await lockOf(folder, { host: "elsewhere", pid: 1 });
      return read;
    };
    const lost = backUp(world, folder, { database: { ...database, inSnapshot } });
    await expect(lost).rejects.toThrow("Another backup has taken over");
    expect(await listBackupNames(folder)).toEqual([]);
    expect(await lastGoodBackup(world.db)).toBeUndefined();
    // And the other process's lock stays.
    expect(existsSync(join(folder.root, "backup.lock"))).toBe(true);
  });
});

describe("keeping the newest", () => {
  test("removes interrupted and complete backups, and nothing unknown", async () => {
    await using world = await openWorld("SQLite");
    const { ann, meme } = await fill(world);
    const folder = openBackupFolder(freshFolder("backup"));
    const { name: cut } = await backUp(world, folder);
    await deleteMeme(world.ctx(ann), meme.id);
    // Interrupted: after a list of images, and in the middle of a file.
    await Bun.file(join(folder.root, manifestKey(cut))).delete();
    await Bun.write(join(folder.root, "backups", cut, SCRAP), "half");
    const [some] = (await imagesIn(folder)).map((key) => key.split("/")[1]);
    await Bun.write(join(folder.root, "images", some!, SCRAP), "half");
    await mkdir(join(folder.root, "backups", "2020-01-01t00-00-00-000z"));
    const strange = ["notes.txt", "images/family.jpg", "images/ab/cd.png", "backups/readme.txt"];
    for (const file of strange) await Bun.write(join(folder.root, file), "not ours");
    await Bun.sleep(2);
    expect(await backUp(world, folder)).toMatchObject({ deleted: [] });
    expect(await folder.begun()).toHaveLength(3);
    await Bun.sleep(2);
    const { name, deleted } = await backUp(world, folder, { keep: 1 });
    expect(deleted).toHaveLength(1);
    expect((await readdir(join(folder.root, "backups"))).sort()).toEqual([name, "readme.txt"]);
    for (const file of strange) expect(existsSync(join(folder.root, file))).toBe(true);
    // Three of the remaining meme, and the foreign ones.
    expect(await imagesIn(folder)).toHaveLength(3 + 2);
    expect(await checkBackup(folder, name)).toMatchObject({ images: 3, missing: [], damaged: [] });
  });

  test("deletes nothing while a kept backup cannot be read, and the new one is good", async () => {
    await using world = await openWorld("SQLite");
    await fill(world);
    const folder = openBackupFolder(freshFolder("backup"));
    const names: string[] = [];
    for (let i = 0; i < 2; i++) {
      names.push((await backUp(world, folder)).name);
      await Bun.sleep(2);
    }
    await Bun.write(join(folder.root, manifestKey(names[1]!)), "{");
    const made = await backUp(world, folder, { keep: 2 });
    expect(made).toMatchObject({
      images: 6,
      deleted: [],
      notDeleted: expect.stringContaining(`${names[1]} is damaged`),
    });
    expect(await listBackupNames(folder)).toEqual([...names, made.name]);
    expect(await lastGoodBackup(world.db)).toMatchObject({ images: 6 });
  });
});

describe("a manifest", () => {
  test.each(["", "{", "null", "[]", "{}", '{"format":1}', '{"format":"2"}', '{"format":2,"madeAt":1,"tables":[null]}'])(
    "of %p is damaged",
    async (text) => {
      const folder = openBackupFolder(freshFolder("backup"));
      const name = "2026-01-01t00-00-00-000z";
      await Bun.write(join(folder.root, manifestKey(name)), text);
      await expect(readManifest(folder, name)).rejects.toThrow(
        `The manifest.json of the backup ${name} is damaged: use another backup (--backup NAME).`,
      );
    },
  );

  test("in a later format is from a newer version", async () => {
    const folder = openBackupFolder(freshFolder("backup"));
    await Bun.write(join(folder.root, manifestKey("a")), '{"format":3}');
    await expect(readManifest(folder, "a")).rejects.toThrow("was made by a newer Guffaw: update the program.");
  });
});

test("a file of a backup that cannot be read is named", async () => {
  await using world = await openWorld("SQLite");
  await fill(world);
  const folder = openBackupFolder(freshFolder("backup"));
  const { name } = await backUp(world, folder);
  const open = folder.open.bind(folder);
  const unreadable = new ReadableStream({
    pull: () => Promise.reject(Object.assign(new Error("no"), { code: "EIO" })),
  });
  folder.open = async (key) =>
    key.includes("users-") ? { size: 5, slice: () => unreadable as ReadableStream<Uint8Array> } : open(key);
  await expect(checkBackup(folder, name)).rejects.toThrow(
    /^The file backups\/\S+\/users-000001.jsonl.gz in the folder \S+ cannot be read \(EIO\): check its rights/,
  );
});
