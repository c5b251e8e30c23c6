import {
  BACKED_UP,
  clearBegun,
  continueSerials,
  fillSearch,
  loadableColumns,
  REPLACED,
  loadPart,
  type Row,
  type Table,
} from "../../data/backup.ts";
import { asOneChange } from "../../data/changes.ts";
import { doneMigrations, migrate, migrateUpTo } from "../../data/migrate.ts";
import { MIGRATIONS } from "../../data/migrations/index.ts";
import type { Db } from "../../data/schema.ts";
import { hasUsers } from "../../data/users.ts";
import { readBytes, type Storage } from "../../storage/storage.ts";
import { forgetStored } from "../memes/stored-amount.ts";
import { DomainError } from "../../errors.ts";
import { typeOfKey } from "../memes/renditions.ts";
import { noteRestored } from "./claim-folder.ts";
import { readManifest, readPart, type Manifest, type OnStep } from "./format.ts";
import { readImages, type ImagesRead } from "./read-images.ts";
import { dialectOf } from "../../data/dialect.ts";
import { transact } from "../../data/transaction.ts";

export interface RestoreOptions {
  source: Storage;
  /** The backup's name. */
  name: string;
  onStep?: OnStep;
}

export interface Restored extends ImagesRead {
  rows: number;
}

/** Restores into an empty site with either database and storage. Writes all rows or none; images come first. */
export async function restoreBackup(to: { db: Db; storage: Storage }, options: RestoreOptions): Promise<Restored> {
  const { source, name, onStep } = options;
  const manifest = await readManifest(source, name);
  requireKnown(manifest);
  await prepare(to.db, manifest);
  const images = await readImages(source, manifest, { onStep, take: (key, bytes) => put(to.storage, key, bytes) });
  const rows = await loadRows(to.db, manifest, options);
  await migrate(to.db);
  await dialectOf(to.db).search.settle(to.db);
  return { rows, ...images };
}

/** Skips files that an interrupted restore has already written. */
async function put(storage: Storage, key: string, bytes: Uint8Array) {
  const isThere = (await storage.open(key))?.size === bytes.length;
  const there = isThere ? await readBytes(storage, key).catch(() => undefined) : undefined;
  if (!there || !Buffer.from(there).equals(bytes)) await storage.put(key, bytes, typeOfKey(key));
}

export function requireKnown({ migrations, tables }: Manifest) {
  const strange = [
    ...migrations.filter((name) => !Object.hasOwn(MIGRATIONS, name)),
    ...Object.keys(tables).filter((name) => !BACKED_UP.has(name as Table) && !REPLACED.has(name)),
  ];
  if (strange.length > 0)
    throw new DomainError(
      "invalid",
      `This backup was made by a newer Guffaw (${strange.join(", ")}): update the program.`,
    );
}

/** Creates the tables as they were at the time of the backup. Later migrations run with the rows in place. */
async function prepare(db: Db, { migrations }: Manifest) {
  const done = await doneMigrations(db);
  if (done.length > 0 && (await hasUsers(db)))
    throw new DomainError(
      "conflict",
      "This site already has accounts: restore into an empty one (set GUFFAW_DATA or GUFFAW_DATABASE_URL).",
    );
  const later = done.filter((name) => !migrations.includes(name));
  if (later.length > 0)
    throw new DomainError(
      "conflict",
      `The database has newer tables than the backup (${later.join(", ")}): use an empty database.`,
    );
  await migrateUpTo(db, migrations.at(-1)!);
}

async function loadRows(db: Db, manifest: Manifest, { source, onStep }: RestoreOptions): Promise<number> {
  const tables = [...BACKED_UP.keys()].filter((table) => Object.hasOwn(manifest.tables, table));
  const total = tables.flatMap((table) => manifest.tables[table]!).reduce((sum, { rows }) => sum + rows, 0);
  const columns = await loadableColumns(db);
  const load = async (tx: Db) => {
    await clearBegun(tx, tables);
    for (const table of tables)
      for (const part of manifest.tables[table]!) {
        const rows = await readPart<Row>(source, part);
        for (const row of rows) requireFitting(row, columns.get(table), part.key);
        await loadPart(tx, table, rows);
        onStep?.("rows", part.rows, total);
      }
    await continueSerials(tx, new Set(tables));
    await fillSearch(tx, { withSpelling: columns.has("words") });
    // These totals describe another storage; the next sweep counts this one.
    await forgetStored({ db: tx });
    await noteRestored(tx, manifest.madeAt);
  };
  // Backups of older versions are loaded into their tables.
  const notesChanges = columns.has("changes");
  await transact(db, (tx) => (notesChanges ? asOneChange(tx, () => load(tx)) : load(tx)));
  return total;
}

/** Backups are untrusted input: only known columns with plain values reach the database. */
function requireFitting(row: unknown, columns: ReadonlySet<string> | undefined, file: string) {
  const fits = ([name, value]: [string, unknown]) =>
    columns?.has(name) && (value === null || typeof value === "string" || typeof value === "number");
  const strange = Object.entries(row ?? {}).find((cell) => !fits(cell))?.[0];
  if (strange !== undefined || typeof row !== "object")
    throw new DomainError(
      "invalid",
      `The backup's file ${file} holds something Guffaw does not know (${JSON.stringify(strange ?? row).slice(0, 60)}): use a backup that ./guffaw backup made.`,
    );
}
