import { BACKED_UP, clearBegun, continueSerials, fillSearch, loadPart, type Row } from "../../data/backup.ts";
import { doneMigrations, migrate, migrateUpTo } from "../../data/migrate.ts";
import { MIGRATIONS } from "../../data/migrations/index.ts";
import type { Db, Schema } from "../../data/schema.ts";
import { hasUsers } from "../../data/users.ts";
import type { Storage } from "../../storage/storage.ts";
import { DomainError } from "../errors.ts";
import { typeOfKey } from "../memes/renditions.ts";
import { bytesOf, IMAGES, readManifest, readPart, type Manifest, type OnStep } from "./format.ts";

export interface RestoreOptions {
  source: Storage;
  /** The backup's name. */
  name: string;
  /** Reads and compares everything, and writes nothing. */
  dryRun?: boolean;
  onStep?: OnStep;
}

export interface Restored {
  rows: number;
  images: number;
  /** Listed, but not in the backup. */
  missing: string[];
}

const FILES_AT_ONCE = 8;

/** Into an empty site, of either database and storage. All rows come or none; images come before them. */
export async function restoreBackup(to: { db: Db; storage: Storage }, options: RestoreOptions): Promise<Restored> {
  const manifest = await readManifest(options.source, options.name);
  requireKnown(manifest);
  const restored: Restored = { rows: 0, images: 0, missing: [] };
  if (options.dryRun) {
    for (const parts of Object.values(manifest.tables))
      for (const part of parts) restored.rows += (await readPart(options.source, part)).length;
  } else await prepare(to.db, manifest);
  await restoreImages(to.storage, manifest, options, restored);
  if (options.dryRun) return restored;
  await loadRows(to.db, manifest, options, restored);
  await migrate(to.db);
  return restored;
}

function requireKnown({ migrations, tables }: Manifest) {
  const strange = [
    ...migrations.filter((name) => !Object.hasOwn(MIGRATIONS, name)),
    ...Object.keys(tables).filter((name) => !BACKED_UP.has(name as keyof Schema)),
  ];
  if (strange.length > 0)
    throw new DomainError("invalid", `This backup is of a newer Guffaw (${strange.join(", ")}): update the program.`);
}

/** The tables are made as they were at the time of the backup; what came later is done to them with the rows inside. */
async function prepare(db: Db, { migrations }: Manifest) {
  const done = await doneMigrations(db);
  if (done.length > 0 && (await hasUsers(db)))
    throw new DomainError(
      "conflict",
      "This site has accounts already: restore into an empty one (set GUFFAW_DATA or GUFFAW_DATABASE_URL).",
    );
  const later = done.filter((name) => !migrations.includes(name));
  if (later.length > 0)
    throw new DomainError(
      "conflict",
      `The database has tables of a later time than the backup (${later.join(", ")}): give one without tables.`,
    );
  await migrateUpTo(db, migrations.at(-1)!);
}

async function loadRows(db: Db, manifest: Manifest, { source, onStep }: RestoreOptions, restored: Restored) {
  const tables = [...BACKED_UP.keys()].filter((table) => Object.hasOwn(manifest.tables, table));
  const total = tables.flatMap((table) => manifest.tables[table]!).reduce((sum, { rows }) => sum + rows, 0);
  await db.transaction().execute(async (tx) => {
    await clearBegun(tx);
    for (const table of tables)
      for (const part of manifest.tables[table]!) {
        await loadPart(tx, table, await readPart<Row>(source, part));
        restored.rows += part.rows;
        onStep?.("rows", part.rows, total);
      }
    await continueSerials(tx, new Set(tables));
    await fillSearch(tx);
  });
}

async function restoreImages(storage: Storage, manifest: Manifest, options: RestoreOptions, restored: Restored) {
  const { source, dryRun, onStep } = options;
  const total = manifest.images.reduce((sum, { rows }) => sum + rows, 0);
  for (const part of manifest.images) {
    const queue = (await readPart<[string, number]>(source, part)).values();
    const work = async () => {
      for (const [key, size] of queue) {
        const kept = await source.open(`${IMAGES}/${key}`);
        if (kept?.size !== size) restored.missing.push(key);
        else if (!dryRun && (await storage.open(key))?.size !== size)
          await storage.put(key, (await bytesOf(source, `${IMAGES}/${key}`))!, typeOfKey(key));
        restored.images++;
        onStep?.("image files", 1, total);
      }
    };
    await Promise.all(Array.from({ length: FILES_AT_ONCE }, work));
  }
}
