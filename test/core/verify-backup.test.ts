import { describe, expect, test } from "bun:test";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";

import { listBackupNames, manifestKey, readManifest, writeManifest } from "../../src/core/backup/format.ts";
import { verifyBackup } from "../../src/core/backup/verify-backup.ts";
import { keyOf } from "../../src/core/memes/renditions.ts";
import { lastEndedBackup, lastGoodBackup } from "../../src/data/backups.ts";
import { PROCESS_NAME } from "../../src/process-name.ts";
import { openBackupFolder } from "../../src/storage/backup-folder.ts";
import { guffaw } from "../cli/guffaw.ts";
import { DIALECTS, freshFolder, openWorld } from "../world.ts";
import { backUp, fill } from "./backups.ts";

describe.each(DIALECTS)("a backup of %s, restored on trial", (dialect) => {
  test("is verified, and the trial leaves nothing behind", async () => {
    await using world = await openWorld(dialect);
    await fill(world);
    const [place, verifyIn] = [openBackupFolder(freshFolder("backup")), freshFolder("scratch")];
    expect(await backUp(world, place, { verifyIn })).toMatchObject({ verified: true, images: 6 });
    expect(await lastGoodBackup(world.db)).toMatchObject({ verifiedAt: expect.any(Number) });
    expect(await readdir(verifyIn)).toEqual([]);
    await Bun.sleep(2);
    await backUp(world, place);
    expect((await lastGoodBackup(world.db))!.verifiedAt).toBeUndefined();
  });
});

describe("a trial", () => {
  test("that finds damage keeps all older backups, and the damaged one is not a good one", async () => {
    await using world = await openWorld("SQLite");
    const { ann } = await fill(world);
    const [place, verifyIn] = [openBackupFolder(freshFolder("backup")), freshFolder("scratch")];
    const { name: good } = await backUp(world, place, { verifyIn, keep: 1 });
    await world.meme({ by: ann });
    // A disk that returns other bytes than it was given.
    const bad = openBackupFolder(place.root);
    const put = bad.put.bind(bad);
    bad.put = (key, bytes, type) => put(key, key.startsWith("images/") ? new Uint8Array(bytes.length) : bytes, type);
    await Bun.sleep(2);
    const made = await backUp(world, bad, { verifyIn, keep: 1 });
    expect(made).toMatchObject({
      verified: false,
      deleted: [],
      notVerified: expect.stringMatching(/^3 image files are missing from it or damaged, such as \S+\.$/),
    });
    expect(await listBackupNames(place)).toEqual([good, made.name]);
    expect(await lastEndedBackup(world.db)).toMatchObject({
      error: expect.stringMatching(/^It could not be restored on trial: 3 image files are missing/),
      verifiedAt: undefined,
    });
    expect((await lastGoodBackup(world.db))!.verifiedAt).toBeDefined();
    expect(await readdir(verifyIn)).toEqual([]);
  });

  test("is not confused by pictures that the site itself has lost", async () => {
    await using world = await openWorld("SQLite");
    const { meme } = await fill(world);
    await world.services.storage.delete(keyOf(meme.image, "original"));
    const place = openBackupFolder(freshFolder("backup"));
    const made = await backUp(world, place, { verifyIn: freshFolder("scratch"), keep: 1 });
    expect([made.verified, made.missing.length]).toEqual([true, 1]);
    expect((await lastEndedBackup(world.db))!.error).toBe("1 image file was missing.");
  });

  test("finds rows that are missing", async () => {
    await using world = await openWorld("SQLite");
    await fill(world);
    const [place, folder] = [openBackupFolder(freshFolder("backup")), freshFolder("scratch")];
    const { name } = await backUp(world, place);
    await Bun.file(join(place.root, "backups", name, "users-000001.jsonl.gz")).delete();
    await expect(verifyBackup(place, { name, folder, databaseBytes: 0 })).rejects.toThrow("is missing");
    const manifest = await readManifest(place, name);
    await Bun.file(join(place.root, manifestKey(name))).delete();
    await writeManifest(place, { ...manifest, tables: { ...manifest.tables, users: [] } });
    await expect(verifyBackup(place, { name, folder, databaseBytes: 0 })).rejects.toThrow();
    expect(await readdir(folder)).toEqual([]);
  });

  test("says so if there is no room for it, and clears up after processes that were killed", async () => {
    await using world = await openWorld("SQLite");
    await fill(world);
    const [place, folder] = [openBackupFolder(freshFolder("backup")), freshFolder("scratch")];
    const ended = Bun.spawn(["true"]);
    await ended.exited;
    const dead = PROCESS_NAME.replace(/\.\d+\./, `.${ended.pid}.`);
    for (const name of [dead, PROCESS_NAME, "elsewhere.1.2"])
      await mkdir(join(folder, `guffaw-scratch-${name}-x`), { recursive: true });
    const { name } = await backUp(world, place);
    await expect(verifyBackup(place, { name, folder, databaseBytes: 1e18 })).rejects.toThrow(
      /^There is no room for it in \S+: it needs [\d,]+ MB, and [\d,]+ MB are free\. Make room, or set TMPDIR/,
    );
    const left = [`guffaw-scratch-${PROCESS_NAME}-x`, "guffaw-scratch-elsewhere.1.2-x"];
    expect((await readdir(folder)).sort()).toEqual(left.sort());
    const nowhere = join(folder, "none");
    await expect(verifyBackup(place, { name, folder: nowhere, databaseBytes: 0 })).rejects.toThrow("(ENOENT)");
  });

  test("is an option of the command", async () => {
    await using world = await openWorld("SQLite");
    await fill(world);
    const folder = freshFolder("backup");
    const made = await guffaw(["backup", folder, "--verify"], { env: world.env });
    expect([made.code, made.stdout]).toEqual([0, expect.stringContaining("It was restored on trial")]);
    expect(made.stdout).not.toContain("To verify it");
  });
});
