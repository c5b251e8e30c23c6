import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";

import { listBackupNames, manifestKey, readManifest } from "../../src/core/backup/format.ts";
import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { keyOf, renditionsOf } from "../../src/core/memes/renditions.ts";
import { lastGoodBackup } from "../../src/data/backups.ts";
import { openDatabase } from "../../src/data/open.ts";
import { readSiteId, writeFact } from "../../src/data/site.ts";
import { openBackupFolder } from "../../src/storage/backup-folder.ts";
import type { BackupPlace } from "../../src/storage/backup-place.ts";
import { DIALECTS, freshFolder, openWorld } from "../world.ts";
import { backUp, fill, restoreTo } from "./backups.ts";

const short = (id: string) => id.slice(0, 8);
const ownerOf = async (folder: BackupPlace) => (await Bun.file(join(folder.root, "site.id")).text()).trim();
const everything = async (folder: BackupPlace) => (await readdir(folder.root, { recursive: true })).sort();

/** As left by versions that did not record the owner. */
async function forgetOwner(folder: BackupPlace) {
  await Bun.file(join(folder.root, "site.id")).delete();
  for (const name of await listBackupNames(folder)) {
    const {
      site: _site,
      listed: _listed,
      restoredAt: _restoredAt,
      missing: _missing,
      gone: _gone,
      ...manifest
    } = await readManifest(folder, name);
    await Bun.write(join(folder.root, manifestKey(name)), JSON.stringify(manifest));
  }
}

describe.each(DIALECTS)("on %s, a folder of backups", (dialect) => {
  test("belongs to one site: another one is refused, and nothing changes", async () => {
    await using world = await openWorld(dialect);
    await fill(world);
    await using empty = await openWorld(dialect);
    // On PostgreSQL, worlds are copies of one database.
    await writeFact(empty.db, "id", crypto.randomUUID());
    const folder = openBackupFolder(freshFolder("backup"));
    await backUp(world, folder, { keep: 1 });
    const [mine, theirs] = [await readSiteId(world.db), await readSiteId(empty.db)];
    expect(await ownerOf(folder)).toBe(mine);
    const before = await everything(folder);
    const refusal = `The folder ${folder.root} holds backups of another site (${short(mine)}…, and this is ${short(theirs)}…)`;
    await expect(backUp(empty, folder, { keep: 1 })).rejects.toThrow(refusal);
    // Even if an older version made it, which stored the id only among the rows.
    await forgetOwner(folder);
    await expect(backUp(empty, folder, { keep: 1 })).rejects.toThrow(refusal);
    expect(await everything(folder)).toEqual(before.filter((file) => file !== "site.id"));
    await Bun.sleep(2);
    await backUp(world, folder);
    expect(await ownerOf(folder)).toBe(mine);
    expect(await listBackupNames(folder)).toHaveLength(2);
  });

  test("continues with the site that was restored from it", async () => {
    await using world = await openWorld(dialect);
    await fill(world);
    const folder = openBackupFolder(freshFolder("backup"));
    const { name } = await backUp(world, folder);
    await using restored = await openWorld(dialect);
    await restoreTo(restored, folder, name);
    await Bun.sleep(2);
    expect(await backUp(restored, folder, { keep: 1 })).toMatchObject({ images: 6, copied: 0, deleted: [name] });
    // The copy left behind must not push out what the new one saves.
    await expect(backUp(world, folder, { keep: 1 })).rejects.toThrow(
      /^The folder \S+ holds backups of a copy of this site that was restored at .+Z, and this is an older copy: set/,
    );
    await expect(backUp(world, folder, { adopt: true })).rejects.toThrow(
      /for this one\. --adopt cannot take the folder back from a restored copy\.$/,
    );
    await Bun.sleep(2);
    expect(await backUp(restored, folder, { keep: 1 })).toMatchObject({ images: 6, held: [] });
  });
});

describe("a folder of backups", () => {
  test("refuses a plain copy of the database, which would push out the site's backups", async () => {
    await using world = await openWorld("SQLite");
    const { ann } = await fill(world);
    const folder = openBackupFolder(freshFolder("backup"));
    await backUp(world, folder, { keep: 2 });
    const file = join(freshFolder("copy"), "guffaw.db");
    await sql`vacuum into ${file}`.execute(world.db);
    await using copy = await openDatabase({ kind: "sqlite", file });
    await world.meme({ by: ann });
    await Bun.sleep(2);
    const { name } = await backUp(world, folder, { keep: 2 });
    await Bun.sleep(2);
    const before = await everything(folder);
    const refusal = `The newest backup in ${folder.root}, ${name}, was made of another copy of this site's database: set`;
    await expect(backUp(world, folder, { keep: 2, database: copy })).rejects.toThrow(refusal);
    expect(await everything(folder)).toEqual(before);
    // Going back to it has to be confirmed once.
    await backUp(world, folder, { database: copy, adopt: true });
    await Bun.sleep(2);
    await backUp(world, folder, { database: copy });
    await Bun.sleep(2);
    await expect(backUp(world, folder)).rejects.toThrow("another copy of this site's database");
  });

  test("without a complete backup is free to claim", async () => {
    await using world = await openWorld("SQLite");
    await using other = await openWorld("SQLite");
    const folder = openBackupFolder(freshFolder("backup"));
    const { name } = await backUp(other, folder);
    await Bun.file(join(folder.root, manifestKey(name))).delete();
    await Bun.sleep(2);
    await backUp(world, folder);
    expect(await ownerOf(folder)).toBe(await readSiteId(world.db));
  });

  test("used by two sites is refused, and so is an unreadable one", async () => {
    await using world = await openWorld("SQLite");
    await using other = await openWorld("SQLite");
    const folder = openBackupFolder(freshFolder("backup"));
    await backUp(world, folder);
    await Bun.file(join(folder.root, "site.id")).delete();
    const made = await listBackupNames(folder);
    // As older versions allowed.
    const elsewhere = openBackupFolder(freshFolder("backup"));
    await Bun.sleep(2);
    const { name } = await backUp(other, elsewhere);
    await Bun.$`cp -r ${elsewhere.root}/backups/${name} ${folder.root}/backups/`.quiet();
    for (const site of [world, other]) await expect(backUp(site, folder)).rejects.toThrow("of another site");
    for (const one of [...made, name]) await Bun.write(join(folder.root, manifestKey(one)), "{");
    await expect(backUp(world, folder)).rejects.toThrow(
      `Nothing in the folder ${folder.root} says which site its backups belong to: use another folder.`,
    );
    expect(existsSync(join(folder.root, "site.id"))).toBe(false);
  });
});

describe("keeping the newest", () => {
  test("keeps the last backup with pictures if the site has lost nearly all of its memes", async () => {
    await using world = await openWorld("SQLite");
    const { ann, bob, meme } = await fill(world);
    const folder = openBackupFolder(freshFolder("backup"));
    const names: string[] = [];
    const next = async (options: { keep: number; allowLoss?: boolean }) => {
      await Bun.sleep(2);
      const made = await backUp(world, folder, options);
      names.push(made.name);
      return made;
    };
    await next({ keep: 1 });
    expect(await next({ keep: 1 })).toMatchObject({ deleted: [names[0]!], held: [] });
    const lost = await world.db.selectFrom("memes").select(["id", "author_id"]).execute();
    for (const { id, author_id } of lost) await deleteMeme(world.ctx(author_id === ann.user.id ? ann : bob), id);
    // Reported at once, long before it would be deleted.
    expect(await next({ keep: 9 })).toMatchObject({ images: 0, deleted: [], held: [names[1]!] });
    expect((await lastGoodBackup(world.db))?.images).toBe(6);
    // And it is kept whatever comes after it.
    await world.meme({ by: ann });
    expect(await next({ keep: 1 })).toMatchObject({ images: 3, deleted: [names[2]!], held: [names[1]!] });
    expect(await next({ keep: 1 })).toMatchObject({ deleted: [names[3]!], held: [names[1]!] });
    expect(existsSync(join(folder.root, "images", keyOf(meme.image, "original")))).toBe(true);
    const done = await next({ keep: 1, allowLoss: true });
    expect(done.deleted.toSorted()).toEqual([names[1]!, names[4]!]);
    expect(done.held).toEqual([]);
    expect(existsSync(join(folder.root, "images", keyOf(meme.image, "original")))).toBe(false);
  });

  test("keeps the last backup that has all of its pictures", async () => {
    await using world = await openWorld("SQLite");
    const { ann } = await fill(world);
    const folder = openBackupFolder(freshFolder("backup"));
    const { name: good } = await backUp(world, folder);
    await Bun.sleep(2);
    const meme = await world.meme({ by: ann });
    for (const which of renditionsOf(meme.image)) await world.services.storage.delete(keyOf(meme.image, which));
    const bad = await backUp(world, folder, { keep: 1 });
    expect(bad).toMatchObject({ deleted: [], lastComplete: good });
    expect(bad.missing).toHaveLength(3);
    // The same if older versions did not count what is missing.
    await forgetOwner(folder);
    await Bun.sleep(2);
    const again = await backUp(world, folder, { keep: 1 });
    expect(again).toMatchObject({ deleted: [bad.name], lastComplete: good });
    await deleteMeme(world.ctx(ann), meme.id);
    await Bun.sleep(2);
    const well = await backUp(world, folder, { keep: 1 });
    expect(well).toMatchObject({ missing: [], held: [], deleted: [good, again.name] });
    expect(well.lastComplete).toBeUndefined();
  });
});
