import { BACKED_UP, readPart, type Row } from "../../data/backup.ts";
import { finishBackup, insertBackup } from "../../data/backups.ts";
import { doneMigrations } from "../../data/migrate.ts";
import type { OpenDatabase } from "../../data/open.ts";
import type { Db, Schema } from "../../data/schema.ts";
import type { Storage } from "../../storage/storage.ts";
import type { Ctx } from "../ctx.ts";
import { keyOf, RENDITIONS } from "../memes/renditions.ts";
import { bytesOf, IMAGES, nameOf, writeManifest, writePart, type Manifest, type OnStep } from "./format.ts";

const ROWS_A_PART = 5000;
const FILES_AT_ONCE = 8;

export interface BackupOptions {
  /** Where it goes; images that are there already are not copied again. */
  target: Storage;
  version: string;
  onStep?: OnStep;
}

export interface Backup {
  name: string;
  rows: number;
  images: number;
  /** Images that were not there before, and their bytes. */
  copied: number;
  bytes: number;
  /** Images that the storage does not have, though a meme says so. */
  missing: string[];
}

type Source = Pick<Ctx, "storage" | "now" | "db"> & { database: OpenDatabase };

/**
 * All rows as they are at one moment, then every image that they name, while the site goes on. What is deleted
 * meanwhile may be missing among the images; what is added comes with the next backup.
 */
export async function makeBackup(source: Source, options: BackupOptions): Promise<Backup> {
  const id = await insertBackup(source.db, options.target.description, source.now);
  try {
    const backup = await copy(source, options);
    await finishBackup(source.db, id, { ...backup, endedAt: Date.now() });
    return backup;
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    const end = { rows: 0, images: 0, bytes: 0, error: sentence, endedAt: Date.now() };
    await finishBackup(source.db, id, end).catch(() => {});
    throw error;
  }
}

async function copy(source: Source, { target, version, onStep }: BackupOptions): Promise<Backup> {
  const name = nameOf(source.now);
  const backup: Backup = { name, rows: 0, images: 0, copied: 0, bytes: 0, missing: [] };
  const images = new Set<string>();
  const manifest = await source.database.inSnapshot(async (db) => {
    const tables: Manifest["tables"] = {};
    for (const table of BACKED_UP.keys()) {
      tables[table] = [];
      for await (const rows of partsOf(db, table)) {
        const key = `backups/${name}/${table}-${String(tables[table].length + 1).padStart(6, "0")}.jsonl.gz`;
        tables[table].push(await writePart(target, key, rows));
        if (table === "memes") for (const row of rows) for (const one of imagesOf(row)) images.add(one);
        backup.rows += rows.length;
      }
    }
    return {
      format: 1,
      version,
      madeAt: source.now,
      migrations: await doneMigrations(db),
      tables,
      images: [],
    } as Manifest;
  });
  const files = [...images];
  for (let at = 0; at < files.length; at += ROWS_A_PART) {
    const onFile = () => onStep?.("image files", 1, files.length);
    const copied = await copyImages(source.storage, target, files.slice(at, at + ROWS_A_PART), backup, onFile);
    const key = `backups/${name}/${IMAGES}-${String(manifest.images.length + 1).padStart(6, "0")}.jsonl.gz`;
    manifest.images.push(await writePart(target, key, copied));
  }
  await writeManifest(target, manifest);
  return backup;
}

async function* partsOf(db: Db, table: keyof Schema): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ;) {
    const rows = await readPart(db, table, last, ROWS_A_PART);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_A_PART) return;
    last = rows.at(-1);
  }
}

const imagesOf = (row: Row) =>
  RENDITIONS.map((one) =>
    keyOf({ image_key: String(row.image_key), image_extension: String(row.image_extension) }, one),
  );

async function copyImages(
  from: Storage,
  target: Storage,
  keys: string[],
  backup: Backup,
  onFile: () => void,
): Promise<[key: string, size: number][]> {
  const there: [string, number][] = [];
  const queue = keys.values();
  const work = async () => {
    for (const key of queue) {
      const size = await copyImage(from, target, key, backup);
      if (size === undefined) backup.missing.push(key);
      else there.push([key, size]);
      backup.images++;
      onFile();
    }
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, work));
  return there.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The key names the content, so that a file of the same size is the same file. */
async function copyImage(from: Storage, target: Storage, key: string, backup: Backup): Promise<number | undefined> {
  const [here, copied] = await Promise.all([from.open(key), target.open(`${IMAGES}/${key}`)]);
  if (!here) return copied?.size;
  if (copied?.size === here.size) return here.size;
  const bytes = await bytesOf(from, key);
  if (!bytes) return undefined;
  await target.put(`${IMAGES}/${key}`, bytes, "application/octet-stream");
  backup.copied++;
  backup.bytes += bytes.length;
  return bytes.length;
}
