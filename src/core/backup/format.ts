import type { Row } from "../../data/backup.ts";
import type { Storage } from "../../storage/storage.ts";
import { DomainError } from "../errors.ts";

/** What a backup says of itself. It is written last: without it there is no backup. */
export interface Manifest {
  format: 1;
  /** Of the program that made it. */
  version: string;
  madeAt: number;
  migrations: string[];
  tables: Record<string, Part[]>;
  /** Lists of image files, each a key and a size. */
  images: Part[];
}

export interface Part {
  key: string;
  rows: number;
  sha256: string;
}

/** Called after each step, with how many of them there are. */
export type OnStep = (what: "rows" | "image files", steps: number, total: number) => void;

export const IMAGES = "images";
const GZIP = "application/gzip";

/** In the order of their time, and fit for a key. */
export const nameOf = (madeAt: number) => new Date(madeAt).toISOString().toLowerCase().replace(/[:.]/g, "-");
export const manifestKey = (name: string) => `backups/${name}/manifest.json`;

const sha256 = (bytes: Uint8Array) => new Bun.CryptoHasher("sha256").update(bytes).digest("hex");

/** One row a line, packed. */
export async function writePart(target: Storage, key: string, rows: readonly unknown[]): Promise<Part> {
  const bytes = Bun.gzipSync(Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join("")));
  await target.put(key, bytes, GZIP);
  return { key, rows: rows.length, sha256: sha256(bytes) };
}

export async function readPart<T = Row>(source: Storage, { key, rows, sha256: expected }: Part): Promise<T[]> {
  const bytes = await bytesOf(source, key);
  if (!bytes || sha256(bytes) !== expected)
    throw new DomainError(
      "invalid",
      `The backup's file ${key} is ${bytes ? "damaged" : "missing"}: use another backup.`,
    );
  const lines = Buffer.from(Bun.gunzipSync(bytes)).toString().split("\n").slice(0, rows);
  return lines.map((line) => JSON.parse(line) as T);
}

export async function bytesOf(storage: Storage, key: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const file = await storage.open(key);
  return file ? new Response(file.slice(0, file.size)).bytes() : undefined;
}

export async function writeManifest(target: Storage, manifest: Manifest): Promise<void> {
  const bytes = new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`);
  await target.put(manifestKey(nameOf(manifest.madeAt)), bytes, "application/json");
}

export async function readManifest(source: Storage, name: string): Promise<Manifest> {
  const bytes = await bytesOf(source, manifestKey(name));
  if (!bytes) throw new DomainError("not_found", `There is no backup ${name} in ${source.description}.`);
  const manifest = JSON.parse(Buffer.from(bytes).toString()) as Manifest;
  if (manifest.format !== 1)
    throw new DomainError("invalid", `The backup ${name} is of a newer Guffaw: update the program.`);
  return manifest;
}

/** The names of all that are whole, oldest first. */
export async function listBackupNames(source: Storage): Promise<string[]> {
  const names: string[] = [];
  for await (const { key } of source.list()) {
    const name = /^backups\/([\w-]+)\/manifest\.json$/.exec(key)?.[1];
    if (name) names.push(name);
  }
  return names.sort();
}
