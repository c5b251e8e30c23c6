import { expect, test } from "bun:test";
import { join } from "node:path";

import { readManifest, readPart, writeManifest, writePart } from "../../src/core/backup/format.ts";
import { restoreBackup } from "../../src/core/backup/restore-backup.ts";
import { makeAllRenditions } from "../../src/core/memes/make-all-renditions.ts";
import { measureImages } from "../../src/core/memes/measure-images.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { hasJob } from "../../src/data/jobs.ts";
import { migrateUpTo } from "../../src/data/migrate.ts";
import { MIGRATIONS } from "../../src/data/migrations/index.ts";
import { openDatabase } from "../../src/data/open.ts";
import { openStorage } from "../../src/storage/open.ts";
import { openBackupFolder } from "../../src/storage/backup-folder.ts";
import type { BackupPlace } from "../../src/storage/backup-place.ts";
import { freshFolder, openWorld } from "../world.ts";
import { backUp, fill } from "./backups.ts";

const BEFORE = "0004-community";

/** The columns of each table at that version. */
async function columnsBefore(): Promise<Map<string, Set<string>>> {
  await using database = await openDatabase(
    { kind: "sqlite", file: join(freshFolder("before"), "guffaw.db") },
    { create: true },
  );
  await migrateUpTo(database.db, BEFORE);
  const tables = await database.db.introspection.getTables();
  return new Map(tables.map(({ name, columns }) => [name, new Set(columns.map((column) => column.name))]));
}

/** Turns a backup into what that version would have written. */
async function makeOlder(target: BackupPlace, name: string) {
  const manifest = await readManifest(target, name);
  const known = await columnsBefore();
  const tables: typeof manifest.tables = {};
  for (const [table, parts] of Object.entries(manifest.tables)) {
    const columns = known.get(table);
    if (!columns) continue;
    tables[table] = [];
    for (const part of parts) {
      const rows = (await readPart(target, part)).filter((row) => row.name !== "bytes" && row.name !== "posts_full_at");
      const older = rows.map((row) =>
        Object.fromEntries(Object.entries(row).filter(([column]) => columns.has(column))),
      );
      tables[table].push(await writePart(target, part.key, older));
    }
  }
  // Made of other tables, so whatever it held does not matter.
  const standing = { subject: "x", period: "all", board: "memers", sum: 5, count: 1 };
  tables.standings = [await writePart(target, `${name}-standings`, [standing])];
  const names = Object.keys(MIGRATIONS);
  await writeManifest(target, { ...manifest, tables, migrations: names.slice(0, names.indexOf(BEFORE) + 1) });
}

test("a backup from before sizes were recorded is migrated, its files are measured, and those it lacks are made", async () => {
  await using world = await openWorld("SQLite");
  await fill(world);
  const target = openBackupFolder(freshFolder("backup"));
  const { name } = await backUp(world, target);
  await makeOlder(target, name);
  const folder = freshFolder("restored");
  {
    await using database = await openDatabase({ kind: "sqlite", file: join(folder, "guffaw.db") }, { create: true });
    const storage = openStorage({ kind: "filesystem", root: join(folder, "images") });
    await restoreBackup({ db: database.db, storage }, { source: target, name });
  }
  await using restored = await openWorld("SQLite", { env: { GUFFAW_DATA: folder } });
  expect(await hasJob(restored.db, "measure-images", "")).toBe(true);
  expect(await checkDatabase(restored.db)).toEqual([]);
  await measureImages(restored.ctx());
  await makeAllRenditions(restored.ctx(), { onMeme: (outcome) => expect(outcome).toBe("made") });
  expect(await checkDatabase(restored.db)).toEqual([]);
  const memes = (at: typeof world) => at.db.selectFrom("memes").selectAll().orderBy("id").execute();
  expect(await memes(restored)).toEqual(await memes(world));
  const stored = (at: typeof world) => at.db.selectFrom("users").select("stored_bytes").orderBy("id").execute();
  expect(await stored(restored)).toEqual(await stored(world));
});
