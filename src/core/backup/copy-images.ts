import { listBaseKeys } from "../../data/bases.ts";
import { listImageKeys, SHARED_KEYS } from "../../data/memes.ts";
import { listLogoKeys } from "../../data/site-info.ts";
import { listAvatarKeys } from "../../data/users.ts";
import type { BackupPlace } from "../../storage/backup-place.ts";
import { readBytes, type Storage } from "../../storage/storage.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import {
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
import type { Expected } from "./images-of.ts";

const FILES_A_PART = 5000;
const BATCH = 500;

/** What each image file belongs to: a meme, a person, the site or a recipe; and what is known about the file. */
export type ImageOwners = Map<string, Expected>;

/** What became of the images. */
export interface BackedUpImages {
  /** Image files in the backup. */
  images: number;
  /** Those that are new in the folder, and their bytes. */
  copied: number;
  bytes: number;
  /** Images that a meme names but the storage lacks or cannot read. */
  missing: string[];
  /** Images the site has lost but the folder still has: the backup is complete, the site is not. */
  lost: string[];
  /** Images whose bytes are not those that were stored. They are not copied; the folder keeps its earlier copies. */
  damaged: string[];
}

export interface Copied extends BackedUpImages {
  lists: Part[];
  /** Damaged images of which the folder has no earlier copy. */
  lacking: number;
  /** Images whose meme was deleted after the rows were read. */
  gone: string[];
}

type Source = Pick<Ctx, "db" | "storage">;

/** Copies images the folder does not have yet, and writes lists of all of them. */
export async function copyImages(
  source: Source,
  target: BackupPlace,
  owners: ImageOwners,
  { name, onFile }: { name: string; onFile: () => void },
): Promise<Copied> {
  const done: Copied = {
    lists: [],
    images: 0,
    copied: 0,
    bytes: 0,
    missing: [],
    lost: [],
    damaged: [],
    lacking: 0,
    gone: [],
  };
  // Sorted, so that the lists of two backups can be walked side by side, however long they are.
  const keys = [...owners.keys()].sort();
  const earlier = await earlierFiles(target);
  const sizes = await sizesIn(source.storage);
  const copies = await sizesIn(target);
  for (let at = 0; at < keys.length; at += FILES_A_PART) {
    const some = keys.slice(at, at + FILES_A_PART);
    const known = await earlier(some);
    const files: ImageFile[] = [];
    const absent: string[] = [];
    const listed = new Set<string>();
    await forEachAtOnce(some, async (key) => {
      const found = { size: sizes.get(key), copied: copies.get(imageKey(key)) };
      const image = { key, expected: owners.get(key)!, known: known.get(key), ...found };
      const { file, state } = await copyImage(source.storage, target, image, done);
      if (file) files.push(file);
      if (file) listed.add(key);
      if (state === "absent") absent.push(key);
      if (state === "damaged") done.damaged.push(key);
      if (state === "damaged" && !file) done.lacking++;
      onFile();
    });
    files.sort(([a], [b]) => (a < b ? -1 : 1));
    done.images += files.length;
    done.lists.push(await writePart(target, partKey(name, IMAGES, done.lists.length + 1), files));
    for (let i = 0; i < absent.length; i += BATCH)
      await sortOut(source, absent.slice(i, i + BATCH), owners, { done, listed });
  }
  return done;
}

interface Image {
  key: string;
  expected: Expected;
  /** In the site's storage; undefined if absent. */
  size: number | undefined;
  /** The size of its copy in the folder, if there is one. */
  copied: number | undefined;
  /** From an earlier backup. */
  known: ImageFile | undefined;
}

interface Outcome {
  /** The copy in the folder. */
  file?: ImageFile;
  /** The site's original. */
  state: "good" | "damaged" | "absent";
}

/** The key identifies the content, so an image that was copied before, with a checksum, is not read again. */
async function copyImage(from: Storage, target: Storage, image: Image, done: Copied): Promise<Outcome> {
  const { key, size, copied: there, known } = image;
  if (known && there === known[1] && isSound(known, image))
    return { file: known, state: size === undefined ? "absent" : size === known[1] ? "good" : "damaged" };
  // An unreadable image counts as missing, like one just deleted. The others are still copied.
  const bytes = await readBytes(from, key).catch(orThrowRefusal);
  const mine = bytes && fileOf(key, bytes);
  const isGood = mine !== undefined && isSound(mine, image);
  const isAsked = there !== undefined && (!isGood || there === bytes!.length);
  const copied = isAsked ? await readBytes(target, imageKey(key)).catch(orThrowRefusal) : undefined;
  if (!isGood) {
    const older = copied && fileOf(key, copied);
    return { file: older && isSound(older, image) ? older : undefined, state: bytes ? "damaged" : "absent" };
  }
  if (!copied || !Buffer.from(copied).equals(bytes!)) {
    await target.put(imageKey(key), bytes!, "application/octet-stream");
    done.copied++;
    done.bytes += bytes!.length;
  }
  return { file: mine, state: "good" };
}

const fileOf = (key: string, bytes: Uint8Array): ImageFile => [key, bytes.length, sha256(bytes)];

/** Checked against the meme's row or, if that has no checksum, against an earlier backup. */
function isSound([, size, sum]: ImageFile, { expected, known }: Image): boolean {
  if (size === 0) return false;
  if (expected.hash !== undefined) return sum!.startsWith(expected.hash);
  if (known !== undefined && known[1] > 0) return sum === known[2];
  return expected.size === undefined || size === expected.size;
}

/** One listing instead of one request per file. */
async function sizesIn(storage: Storage): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for await (const { key, size } of storage.list()) sizes.set(key, size);
  return sizes;
}

function orThrowRefusal(error: unknown): undefined {
  if (error instanceof DomainError) throw error;
}

/** Looks up what an earlier backup recorded about each key. Expects sorted keys, in batches. */
async function earlierFiles(target: BackupPlace): Promise<(keys: string[]) => Promise<Map<string, ImageFile>>> {
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

/** From the newest readable backup that has checksums. */
async function earlierLists(target: BackupPlace): Promise<Part[]> {
  for (const name of (await listBackupNames(target)).reverse()) {
    const manifest = await readManifest(target, name).catch(() => undefined);
    if (manifest && manifest.format > 1) return manifest.images;
  }
  return [];
}

/**
 * An absent image counts as missing only if its meme or person still has it, and as lost only from the site if the folder has
 * it.
 */
async function sortOut(
  { db }: Source,
  keys: string[],
  owners: ImageOwners,
  { done, listed }: { done: Copied; listed: ReadonlySet<string> },
): Promise<void> {
  const absent = keys.map((key) => owners.get(key)!);
  const memes = new Set(absent.flatMap(({ memeId }) => memeId ?? []));
  const others = [...new Set(absent.flatMap(({ memeId, imageKey }) => (memeId === undefined ? imageKey : [])))];
  const living = new Set([
    ...(await listImageKeys(db, [...memes])),
    ...(await listAvatarKeys(db, others)),
    ...(await listLogoKeys(db, others)),
    ...(await listBaseKeys(db, others)),
  ]);
  for (const key of keys) {
    const { imageKey, isPassing } = owners.get(key)!;
    const isWanted = !isPassing && (imageKey.startsWith(SHARED_KEYS) || living.has(imageKey));
    if (isWanted) (listed.has(key) ? done.lost : done.missing).push(key);
    else if (!listed.has(key)) done.gone.push(key);
  }
}
