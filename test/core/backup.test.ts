import { describe, expect, test } from "bun:test";
import { join } from "node:path";

import {
  listBackupNames,
  readManifest,
  readPart as readFilePart,
  writeManifest,
  writePart,
} from "../../src/core/backup/format.ts";
import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import { forgetStored, readStored, recordStored } from "../../src/core/memes/stored-amount.ts";
import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { searchMemes } from "../../src/core/search/search-memes.ts";
import { BACKED_UP, LEFT_OUT, readPart } from "../../src/data/backup.ts";
import { lastGoodBackup, listBackups } from "../../src/data/backups.ts";
import { deleteFact } from "../../src/data/site.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { openBackupFolder } from "../../src/storage/backup-folder.ts";
import { describePostgres } from "../postgres-test.ts";
import { DIALECTS, freshFolder, openWorld, type DialectName, type World } from "../world.ts";
import { backUp, fill, restoreTo } from "./backups.ts";

const rowsOf = async (world: World) =>
  Object.fromEntries(
    await Promise.all(
      [...BACKED_UP.keys()].map(async (table) => [table, await readPart(world.db, table, undefined, 10_000)] as const),
    ),
  );

test("every table is either backed up or left out on purpose", async () => {
  await using world = await openWorld("SQLite");
  const tables = (await world.db.introspection.getTables()).map(({ name }) => name);
  const known: string[] = [...BACKED_UP.keys(), ...LEFT_OUT];
  expect(known.toSorted()).toEqual(tables.filter((name) => !name.startsWith("search")).toSorted());
});

describePostgres.each([
  ["SQLite", "PostgreSQL"],
  ["PostgreSQL", "SQLite"],
] as [DialectName, DialectName][])("a backup from %s, brought back to %s", (from, to) => {
  test("has every row and every image, and the restored site carries on", async () => {
    await using world = await openWorld(from);
    const { ann, bob, meme } = await fill(world);
    const none = { files: 0, bytes: 0 };
    await recordStored(world.ctx(), { at: 1, kept: { files: 6, bytes: 999 }, young: none, swept: none });
    const target = openBackupFolder(freshFolder("backup"));
    const backup = await backUp(world, target);
    expect(backup).toMatchObject({ images: 6, copied: 6, missing: [] });
    expect(await lastGoodBackup(world.db)).toMatchObject({ rows: backup.rows, images: 6, error: undefined });

    await using other = await openWorld(to);
    const restored = await restoreTo(other, target, backup.name);
    expect(restored).toEqual({ rows: backup.rows, images: 6, missing: [], damaged: [], gone: [] });
    // Totals of the other storage say nothing about this one.
    expect(await readStored(other.ctx())).toBeUndefined();
    await forgetStored(world.ctx());
    await deleteFact(other.db, "restored");
    expect(await rowsOf(other)).toEqual(await rowsOf(world));
    expect(await checkDatabase(other.db)).toEqual([]);
    const image = await other.as().get(new URL((await presented(other, ann.key, meme.id)).url).pathname);
    expect(image.status).toBe(200);
    const found = await searchMemes(other.ctx(bob), { search: "dog", age: 4, amount: 5, skip: 0 });
    expect(found.items.map(({ meme: one }) => one.id)).toEqual([meme.id]);
    // New ids come after the restored ones.
    const { id } = await commentOnMeme(other.ctx(bob), { memeId: meme.id, content: "third" });
    expect(id).toBe(3);
    await expect(restoreTo(other, target, backup.name)).rejects.toThrow("This site already has accounts");
  });

  test("is a snapshot of one moment, whatever happens meanwhile", async () => {
    await using world = await openWorld(from);
    const { ann, bob, meme } = await fill(world);
    const target = openBackupFolder(freshFolder("backup"));
    const stop = new AbortController();
    const work = (async () => {
      for (let i = 0; !stop.signal.aborted; i++) {
        const one = await world.meme({ by: ann });
        await world.rate(bob, one, 1 + (i % 5));
        await commentOnMeme(world.ctx(bob), { memeId: meme.id, content: `number ${i}` });
        if (i % 3 === 0) await deleteMeme(world.ctx(ann), one.id);
      }
    })();
    await Bun.sleep(200);
    const { name } = await backUp(world, target);
    stop.abort();
    await work;
    await using other = await openWorld(to);
    await restoreTo(other, target, name);
    expect(await checkDatabase(other.db)).toEqual([]);
  });
});

const presented = async (world: World, key: string, id: string) =>
  (await (await world.as(key).get(`/v1/meme/${id}`)).json()) as { url: string };

describe("a backup", () => {
  test("that is damaged, unfinished or from a newer version is refused, and nothing is written", async () => {
    await using world = await openWorld("SQLite");
    await fill(world);
    const folder = freshFolder("backup");
    const target = openBackupFolder(folder);
    const { name } = await backUp(world, target);
    await using other = await openWorld("SQLite");
    await expect(restoreTo(other, target, "no-such-one")).rejects.toThrow("There is no backup no-such-one");
    const part = join(folder, "backups", name, "users-000001.jsonl.gz");
    const bytes = await Bun.file(part).bytes();
    await Bun.write(part, bytes.slice(1));
    await expect(restoreTo(other, target, name)).rejects.toThrow("is damaged");
    expect(await other.db.selectFrom("users").select("id").execute()).toEqual([]);
    await Bun.write(part, bytes);
    const manifest = join(folder, "backups", name, "manifest.json");
    const said = await Bun.file(manifest).json();
    await Bun.write(manifest, JSON.stringify({ ...said, migrations: [...said.migrations, "9999-later"] }));
    await expect(restoreTo(other, target, name)).rejects.toThrow("made by a newer Guffaw (9999-later)");
    await Bun.file(manifest).delete();
    expect(await listBackupNames(target)).toEqual([]);
  });

  test.each([
    ['id") values (1); drop table users; --', "x"],
    ["score", 1],
    ["id", { nested: true }],
  ])("in which somebody has put the column %p is refused whole", async (column, value) => {
    for (const dialect of DIALECTS) {
      await using world = await openWorld(dialect);
      await fill(world);
      const target = openBackupFolder(freshFolder("backup"));
      const { name } = await backUp(world, target);
      const manifest = await readManifest(target, name);
      const [part] = manifest.tables.users!;
      const rows = await readFilePart(target, part!);
      rows.at(-1)![column] = value as string;
      manifest.tables.users = [await writePart(target, part!.key, rows)];
      await writeManifest(target, manifest);
      await using other = await openWorld(dialect);
      await expect(restoreTo(other, target, name)).rejects.toThrow(
        /^The backup's file \S+\/users-000001\.jsonl\.gz holds something Guffaw does not know \(".+"\): use a backup/,
      );
      expect(await other.db.selectFrom("users").select("id").execute()).toEqual([]);
    }
  });

  test("that fails says why in the list of backups", async () => {
    await using world = await openWorld("SQLite");
    await fill(world);
    const file = join(freshFolder("backup"), "a-file");
    await Bun.write(file, "");
    await expect(backUp(world, openBackupFolder(file))).rejects.toThrow("There is a file where");
    const [record] = await listBackups(world.db, { amount: 1 });
    expect(record).toMatchObject({
      error: expect.stringContaining("There is a file where"),
      endedAt: expect.any(Number),
    });
    expect(await lastGoodBackup(world.db)).toBeUndefined();
  });

  test("copies an image once, and deletes it with the last backup that names it", async () => {
    await using world = await openWorld("SQLite");
    const { ann, meme } = await fill(world);
    const target = openBackupFolder(freshFolder("backup"));
    expect((await backUp(world, target)).copied).toBe(6);
    await deleteMeme(world.ctx(ann), meme.id);
    await Bun.sleep(2);
    expect(await backUp(world, target, { keep: 2 })).toMatchObject({ copied: 0, deleted: [] });
    await Bun.sleep(2);
    expect((await backUp(world, target, { keep: 1 })).deleted).toHaveLength(2);
    expect(await listBackupNames(target)).toHaveLength(1);
    const left: string[] = [];
    for await (const { key } of target.list()) if (key.startsWith("images/")) left.push(key);
    expect(left).toHaveLength(3);
  });
});
