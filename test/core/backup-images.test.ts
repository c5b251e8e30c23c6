import { describe, expect, test } from "bun:test";
import { join } from "node:path";

import { checkBackup } from "../../src/core/backup/check-backup.ts";
import { manifestKey, readManifest, readPart, writePart, type ImageFile } from "../../src/core/backup/format.ts";
import { restoreImages } from "../../src/core/backup/restore-images.ts";
import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { keyOf, renditionsOf } from "../../src/core/memes/renditions.ts";
import { lastGoodBackup, listBackups } from "../../src/data/backups.ts";
import type { Meme } from "../../src/entities/meme.ts";
import { openBackupFolder } from "../../src/storage/backup-folder.ts";
import type { BackupPlace } from "../../src/storage/backup-place.ts";
import { readBytes } from "../../src/storage/storage.ts";
import { envOf, startS3 } from "../s3.ts";
import { DIALECTS, freshFolder, openWorld } from "../world.ts";
import { backUp, fill, restoreTo } from "./backups.ts";

const thumbnailOf = (meme: Meme) => keyOf(meme.image, "thumbnail");

/** Different bytes of the same length. */
async function damage(folder: BackupPlace, key: string) {
  const path = join(folder.root, "images", key);
  const bytes = await Bun.file(path).bytes();
  await Bun.write(path, bytes.fill(0, 20, 60));
  return path;
}

/** In the first format. */
async function makeOlder(folder: BackupPlace, name: string) {
  const manifest = await readManifest(folder, name);
  const images = await Promise.all(
    manifest.images.map(async (part) => {
      const files = await readPart<ImageFile>(folder, part);
      const sizes = files.map(([key, size]) => [key, size]);
      return writePart(folder, part.key, sizes);
    }),
  );
  await Bun.write(join(folder.root, manifestKey(name)), JSON.stringify({ ...manifest, format: 1, images }));
}

describe("an image of a backup", () => {
  test("that is damaged is detected, not restored, and copied again once deleted", async () => {
    await using world = await openWorld("SQLite");
    const { meme } = await fill(world);
    const folder = openBackupFolder(freshFolder("backup"));
    const { name } = await backUp(world, folder);
    expect(await checkBackup(folder, name)).toMatchObject({ images: 6, missing: [], damaged: [], hasSums: true });
    const path = await damage(folder, thumbnailOf(meme));
    expect(await checkBackup(folder, name)).toMatchObject({ images: 5, missing: [], damaged: [thumbnailOf(meme)] });
    await using other = await openWorld("SQLite");
    expect(await restoreTo(other, folder, name)).toMatchObject({ images: 5, damaged: [thumbnailOf(meme)] });
    expect(await other.services.storage.open(thumbnailOf(meme))).toBeNull();

    await Bun.file(path).delete();
    expect(await checkBackup(folder, name)).toMatchObject({ images: 5, missing: [thumbnailOf(meme)], damaged: [] });
    await Bun.sleep(2);
    expect(await backUp(world, folder)).toMatchObject({ copied: 1, missing: [] });
    // Both backups share it.
    expect(await checkBackup(folder, name)).toMatchObject({ images: 6, missing: [], damaged: [] });
  });

  test("is kept while the site's original is damaged", async () => {
    await using world = await openWorld("SQLite");
    const { meme } = await fill(world);
    const folder = openBackupFolder(freshFolder("backup"));
    await backUp(world, folder);
    await world.services.storage.put(thumbnailOf(meme), new Uint8Array(3), "image/webp");
    await Bun.sleep(2);
    const { name, copied, damaged } = await backUp(world, folder);
    expect([copied, damaged]).toEqual([0, [thumbnailOf(meme)]]);
    expect(await checkBackup(folder, name)).toMatchObject({ images: 6, damaged: [] });
    // Even if the list of the older backup is useless: the row has the size.
    await makeOlder(folder, name);
    await Bun.sleep(2);
    const next = await backUp(world, folder);
    expect(next).toMatchObject({ copied: 0, images: 6, damaged: [thumbnailOf(meme)] });
  });

  test("is not copied if the site's original is empty or has different bytes", async () => {
    await using world = await openWorld("SQLite");
    const { meme } = await fill(world);
    const { storage } = world.services;
    const original = keyOf(meme.image, "original");
    const good = await readBytes(storage, original);
    const rotten = good!.slice().fill(0, 20, 40);
    await storage.put(original, rotten, "image/png");
    await storage.put(thumbnailOf(meme), new Uint8Array(0), "image/webp");
    const folder = openBackupFolder(freshFolder("backup"));
    const made = await backUp(world, folder);
    expect(made).toMatchObject({ images: 4, copied: 4, missing: [] });
    expect(made.damaged.toSorted()).toEqual([original, thumbnailOf(meme)].toSorted());
    expect((await readManifest(folder, made.name)).missing).toBe(2);
    expect(await lastGoodBackup(world.db)).toBeUndefined();
    await storage.put(original, good!, "image/png");
    await Bun.sleep(2);
    expect(await backUp(world, folder)).toMatchObject({ images: 5, copied: 1, damaged: [thumbnailOf(meme)] });
  });

  test("that the site has lost is reported even if the folder has it", async () => {
    await using world = await openWorld("SQLite");
    const { meme } = await fill(world);
    const folder = openBackupFolder(freshFolder("backup"));
    await backUp(world, folder);
    await world.services.storage.delete(thumbnailOf(meme));
    await Bun.sleep(2);
    const made = await backUp(world, folder);
    expect(made).toMatchObject({ images: 6, copied: 0, missing: [], lost: [thumbnailOf(meme)], damaged: [] });
    expect((await readManifest(folder, made.name)).missing).toBe(0);
  });

  test("replaces a different one of the same size in a restored site", async () => {
    await using world = await openWorld("SQLite");
    const { meme } = await fill(world);
    const folder = openBackupFolder(freshFolder("backup"));
    const { name } = await backUp(world, folder);
    const bytes = await Bun.file(join(folder.root, "images", thumbnailOf(meme))).bytes();
    await using other = await openWorld("SQLite");
    await other.services.storage.put(thumbnailOf(meme), new Uint8Array(bytes.length), "image/webp");
    await restoreTo(other, folder, name);
    const stored = await other.services.storage.open(thumbnailOf(meme));
    expect(await new Response(stored!.slice(0, stored!.size)).bytes()).toEqual(bytes);
  });

  test("is restored from the first format by size; the next backup compares it with the original", async () => {
    await using world = await openWorld("SQLite");
    const { meme } = await fill(world);
    const folder = openBackupFolder(freshFolder("backup"));
    const { name } = await backUp(world, folder);
    await makeOlder(folder, name);
    expect(await checkBackup(folder, name)).toMatchObject({ images: 6, damaged: [], hasSums: false });
    await using other = await openWorld("SQLite");
    expect(await restoreTo(other, folder, name)).toMatchObject({ images: 6, missing: [], damaged: [] });
    await damage(folder, thumbnailOf(meme));
    await Bun.sleep(2);
    const next = await backUp(world, folder);
    expect(next.copied).toBe(1);
    expect(await checkBackup(folder, next.name)).toMatchObject({ images: 6, damaged: [], hasSums: true });
  });

  test("is backed up from S3, and restored to it", async () => {
    const s3 = await startS3();
    const env = envOf(s3);
    await using world = await openWorld("SQLite", { env });
    const { meme } = await fill(world);
    const folder = openBackupFolder(freshFolder("backup"));
    const { name } = await backUp(world, folder);
    await world.services.storage.delete(thumbnailOf(meme));
    const site = { db: world.db, storage: world.services.storage };
    expect(await restoreImages(site, { source: folder, name })).toEqual({ restored: 1, missing: [] });
    expect(await restoreImages(site, { source: folder, name })).toEqual({ restored: 0, missing: [] });
    await world.services.storage.delete(thumbnailOf(meme));
    await using other = await openWorld("SQLite", { env });
    expect(await restoreTo(other, folder, name)).toMatchObject({ images: 6, missing: [], damaged: [] });
    expect(await other.services.storage.open(thumbnailOf(meme))).not.toBeNull();
    await s3.stop();
  });
});

describe.each(DIALECTS)("on %s, a backup", (dialect) => {
  test("without all images does not count as good", async () => {
    await using world = await openWorld(dialect);
    const { meme } = await fill(world);
    for (const which of renditionsOf(meme.image)) await world.services.storage.delete(keyOf(meme.image, which));
    const folder = openBackupFolder(freshFolder("backup"));
    const made = await backUp(world, folder);
    expect(made).toMatchObject({ images: 3, copied: 3 });
    expect(made.missing).toHaveLength(3);
    const [record] = await listBackups(world.db, { amount: 1 });
    expect(record).toMatchObject({ images: 3, error: "3 image files were missing.", endedAt: expect.any(Number) });
    expect(await lastGoodBackup(world.db)).toBeUndefined();
    // Checking and restoring report them, though it lists none of them.
    const checked = await checkBackup(folder, made.name);
    expect(checked).toMatchObject({ images: 3, damaged: [] });
    expect(checked.missing.toSorted()).toEqual(made.missing.toSorted());
    await using other = await openWorld(dialect);
    expect((await restoreTo(other, folder, made.name)).missing.toSorted()).toEqual(made.missing.toSorted());
  });

  test("does not report images of a meme that was deleted meanwhile as missing", async () => {
    await using world = await openWorld(dialect);
    const { ann, meme } = await fill(world);
    const { database } = world.services;
    const inSnapshot: typeof database.inSnapshot = async (work) => {
      const read = await database.inSnapshot(work);
      await deleteMeme(world.ctx(ann), meme.id);
      return read;
    };
    const folder = openBackupFolder(freshFolder("backup"));
    const made = await backUp(world, folder, { database: { ...database, inSnapshot } });
    expect(made).toMatchObject({ images: 3, missing: [] });
    expect(await lastGoodBackup(world.db)).toMatchObject({ images: 3 });
    const checked = await checkBackup(folder, made.name);
    expect(checked).toMatchObject({ images: 3, missing: [], damaged: [] });
    expect(checked.gone.toSorted()).toEqual(
      renditionsOf(meme.image)
        .map((which) => keyOf(meme.image, which))
        .toSorted(),
    );
  });

  test("is made without its row if the database is read-only", async () => {
    await using world = await openWorld(dialect);
    await fill(world);
    await world.db.schema.dropTable("backups").execute();
    const folder = openBackupFolder(freshFolder("backup"));
    const made = await backUp(world, folder);
    expect(made).toMatchObject({ images: 6, missing: [], notListed: expect.stringContaining("backups") });
    expect(await checkBackup(folder, made.name)).toMatchObject({ images: 6 });
  });
});
