import { listImageKeys, SHARED_KEYS } from "../../data/memes.ts";
import type { BackupFolder } from "../../storage/backup-folder.ts";
import type { Storage } from "../../storage/storage.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../errors.ts";
import {
  bytesOf,
  forEachAtOnce,
  imageKey,
  IMAGES,
  listBackupNames,
  partKey,
  readManifest,
  readPart,
  sha256,
  writePart,
  type ImageFile,
  type Part,
} from "./format.ts";
import type { ImageOwner } from "./images-of.ts";

const FILES_A_PART = 5000;
const BATCH = 500;

/** The meme of each image file. */
export type ImageOwners = Map<string, ImageOwner>;

export interface Copied {
  lists: Part[];
  images: number;
  copied: number;
  bytes: number;
  missing: string[];
  /** Those whose meme was deleted since the rows were read. */
  gone: string[];
}

type Source = Pick<Ctx, "db" | "storage">;

/** Those that the folder does not have yet, and lists of them all. */
export async function copyImages(
  source: Source,
  target: BackupFolder,
  owners: ImageOwners,
  { name, onFile }: { name: string; onFile: () => void },
): Promise<Copied> {
  const done: Copied = { lists: [], images: 0, copied: 0, bytes: 0, missing: [], gone: [] };
  // In this order the lists of two backups can be walked side by side, however long they are.
  const keys = [...owners.keys()].sort();
  const earlier = await earlierFiles(target);
  for (let at = 0; at < keys.length; at += FILES_A_PART) {
    const some = keys.slice(at, at + FILES_A_PART);
    const known = await earlier(some);
    const files: ImageFile[] = [];
    const absent: string[] = [];
    await forEachAtOnce(some, async (key) => {
      const file = await copyImage(source.storage, target, key, known.get(key), done);
      if (file) files.push(file);
      else absent.push(key);
      onFile();
    });
    files.sort(([a], [b]) => (a < b ? -1 : 1));
    done.images += files.length;
    done.lists.push(await writePart(target, partKey(name, IMAGES, done.lists.length + 1), files));
    for (let i = 0; i < absent.length; i += BATCH) await sortOut(source, absent.slice(i, i + BATCH), owners, done);
  }
  return done;
}

/** The key names the content: what was copied under it before, with its checksum, is not read again. */
async function copyImage(
  from: Storage,
  target: Storage,
  key: string,
  known: ImageFile | undefined,
  done: Copied,
): Promise<ImageFile | undefined> {
  const there = await target.open(imageKey(key));
  if (known && there?.size === known[1]) return known;
  // What cannot be read is missing, as what was deleted this moment: the others are copied all the same.
  const bytes = await bytesOf(from, key).catch(orThrowRefusal);
  const isLike = there && (!bytes || there.size === bytes.length);
  const copied = isLike ? await bytesOf(target, imageKey(key)).catch(orThrowRefusal) : undefined;
  if (!bytes) return copied && [key, copied.length, sha256(copied)];
  if (!copied || !Buffer.from(copied).equals(bytes)) {
    await target.put(imageKey(key), bytes, "application/octet-stream");
    done.copied++;
    done.bytes += bytes.length;
  }
  return [key, bytes.length, sha256(bytes)];
}

function orThrowRefusal(error: unknown): undefined {
  if (error instanceof DomainError) throw error;
}

/** Asks for keys in their order, a part at a time: what an earlier backup wrote down about each. */
async function earlierFiles(target: BackupFolder): Promise<(keys: string[]) => Promise<Map<string, ImageFile>>> {
  const lists = await earlierLists(target);
  let files: ImageFile[] = [];
  let at = 0;
  return async (keys) => {
    const last = keys.at(-1)!;
    const known = new Map<string, ImageFile>();
    for (;;) {
      for (; at < files.length && files[at]![0] <= last; at++) known.set(files[at]![0], files[at]!);
      const next = at < files.length ? undefined : lists.shift();
      if (!next) return known;
      files = await readPart<ImageFile>(target, next).catch(() => []);
      at = 0;
    }
  };
}

/** Of the newest backup that can be read and has checksums. */
async function earlierLists(target: BackupFolder): Promise<Part[]> {
  for (const name of (await listBackupNames(target)).reverse()) {
    const manifest = await readManifest(target, name).catch(() => undefined);
    if (manifest && manifest.format > 1) return manifest.images;
  }
  return [];
}

/** What is absent is missing only if its meme is still there. */
async function sortOut({ db }: Source, keys: string[], owners: ImageOwners, done: Copied): Promise<void> {
  const living = new Set(await listImageKeys(db, [...new Set(keys.map((key) => owners.get(key)!.id))]));
  for (const key of keys) {
    const { image_key } = owners.get(key)!;
    const isWanted = image_key.startsWith(SHARED_KEYS) || living.has(image_key);
    (isWanted ? done.missing : done.gone).push(key);
  }
}
