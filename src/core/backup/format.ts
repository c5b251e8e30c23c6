import type { Row } from "../../data/backup.ts";
import type { BackupPlace } from "../../storage/backup-place.ts";
import { isStorageKey, readBytes, type Storage } from "../../storage/storage.ts";
import { DomainError } from "../../errors.ts";

/** Version 1 had no checksums of images. Both can be read. */
export const FORMAT = 2;

/** Describes a backup. Written last: without it there is no backup. */
export interface Manifest {
  format: number;
  /** Version of the program that made it. */
  version: string;
  madeAt: number;
  /** Id of the site. Backups by older versions lack this and the next four. */
  site?: string;
  /** Whether the site's database has a row for this backup. */
  listed?: boolean;
  /** When the site itself was restored from a backup; 0 if never. */
  restoredAt?: number;
  /** How many of its memes' pictures are missing. */
  missing?: number;
  /** Pictures that are missing because their memes were deleted during the backup. */
  gone?: string[];
  migrations: string[];
  tables: Record<string, Part[]>;
  /** Lists of image files, sorted by key. */
  images: Part[];
}

export interface Part {
  key: string;
  rows: number;
  sha256: string;
}

export type ImageFile = [key: string, size: number, sha256?: string];

/** Called after each step with the number of steps done and in total. */
export type OnStep = (what: "rows" | "image files", steps: number, total: number) => void;

export const IMAGES = "images";
const GZIP = "application/gzip";

/** Sorts by time and is valid in a key. */
export const nameOf = (madeAt: number) => new Date(madeAt).toISOString().toLowerCase().replace(/[:.]/g, "-");
export const manifestKey = (name: string) => `backups/${name}/manifest.json`;
export const partKey = (name: string, of: string, number: number) =>
  `backups/${name}/${of}-${String(number).padStart(6, "0")}.jsonl.gz`;
export const imageKey = (key: string) => `${IMAGES}/${key}`;

export const sha256 = (bytes: Uint8Array) => new Bun.CryptoHasher("sha256").update(bytes).digest("hex");

/** One row per line, gzipped. */
export async function writePart(target: Storage, key: string, rows: readonly unknown[]): Promise<Part> {
  const bytes = Bun.gzipSync(Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join("")));
  await target.put(key, bytes, GZIP);
  return { key, rows: rows.length, sha256: sha256(bytes) };
}

export async function readPart<T = Row>(source: Storage, { key, rows, sha256: expected }: Part): Promise<T[]> {
  const bytes = await readFile(source, key);
  const lines = bytes && sha256(bytes) === expected ? unpack<T>(bytes) : undefined;
  if (lines?.length === rows) return lines;
  throw new DomainError("invalid", `The backup's file ${key} is ${bytes ? "damaged" : "missing"}: ${USE_ANOTHER}`);
}

export function unpack<T>(bytes: Uint8Array<ArrayBuffer>): T[] | undefined {
  try {
    const lines = Buffer.from(Bun.gunzipSync(bytes)).toString().split("\n").slice(0, -1);
    return lines.map((line) => JSON.parse(line) as T);
  } catch {
    return undefined;
  }
}

const USE_ANOTHER = "use another backup (--backup NAME).";

/** Undefined if there is no such file. */
export async function readFile(source: Storage, key: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return await readBytes(source, key);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    const code = (error as { code?: string } | null)?.code ?? String(error);
    throw new DomainError(
      "unavailable",
      `The file ${key} in ${source.description} cannot be read (${code}): check its rights and its disk, or ${USE_ANOTHER}`,
    );
  }
}

export async function writeManifest(target: Storage, manifest: Manifest): Promise<void> {
  const bytes = new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`);
  await target.put(manifestKey(nameOf(manifest.madeAt)), bytes, "application/json");
}

export async function readManifest(source: Storage, name: string): Promise<Manifest> {
  const bytes = await readFile(source, manifestKey(name));
  if (!bytes) throw new DomainError("not_found", `There is no backup ${name} in ${source.description}.`);
  const manifest = parse(Buffer.from(bytes).toString());
  if (Number.isInteger(manifest?.format) && manifest!.format! > FORMAT)
    throw new DomainError("invalid", `The backup ${name} was made by a newer Guffaw: update the program.`);
  if (isManifest(manifest)) return manifest;
  throw new DomainError("invalid", `The manifest.json of the backup ${name} is damaged: ${USE_ANOTHER}`);
}

function parse(text: string): Partial<Manifest> | null {
  try {
    return JSON.parse(text) as Partial<Manifest> | null;
  } catch {
    return null;
  }
}

function isManifest(value: Partial<Manifest> | null): value is Manifest {
  const { format, madeAt, migrations, tables, images, site = "", restoredAt = 0, missing = 0, gone = [] } = value ?? {};
  if (typeof site !== "string" || ![restoredAt, missing].every(Number.isInteger) || !Array.isArray(gone)) return false;
  if (!(Number.isInteger(format) && format! >= 1) || !Number.isFinite(madeAt)) return false;
  if (!Array.isArray(migrations) || migrations.length === 0) return false;
  if (typeof tables !== "object" || tables === null) return false;
  return [images, ...Object.values(tables)].every((parts) => Array.isArray(parts) && parts.every(isPart));
}

const isPart = (part: Partial<Part> | null) =>
  typeof part?.key === "string" && isStorageKey(part.key) && Number.isInteger(part.rows) && Boolean(part.sha256);

/** Names of all complete backups, oldest first. */
export async function listBackupNames(source: BackupPlace): Promise<string[]> {
  const names: string[] = [];
  for (const name of await source.begun()) if (await source.open(manifestKey(name))) names.push(name);
  return names;
}

const FILES_AT_ONCE = 8;

/** Runs several at a time. */
export async function forEachAtOnce<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const queue = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, worker));
}
