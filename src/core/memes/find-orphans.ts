import { listBaseKeys } from "../../data/bases.ts";
import { listImageKeys } from "../../data/memes.ts";
import type { Db } from "../../data/schema.ts";
import { listLogoKeys } from "../../data/site-info.ts";
import { listAvatarKeys } from "../../data/users.ts";
import type { ListedFile } from "../../storage/storage.ts";
import type { Ctx } from "../ctx.ts";
import { baseKeyOf } from "../make/base-files.ts";
import { logoKeyOf } from "../site/logo-files.ts";
import { avatarKeyOf } from "../users/avatar-files.ts";

/** Uploads store files before rows, so for this long a file may still get one. */
const YOUNG_MS = 3_600_000;
const BATCH = 500;

// Files of any other shape are not ours and are left alone.
const IMAGE = /^([0-9a-f]{2}\/(\d{17,19})-[0-9a-f]{32})\.[a-z0-9]+(?:\.[a-z0-9]+)?$/;
const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const SCRAP = new RegExp(`^(?:probe-${UUID}|(?:[0-9a-f]{2}/)?\\.${UUID}\\.tmp)$`);

const isPicture = ({ key }: Pick<ListedFile, "key">) =>
  IMAGE.test(key) || [avatarKeyOf, logoKeyOf, baseKeyOf].some((keyOf) => keyOf(key) !== undefined);

export interface OrphanedFile extends ListedFile {
  /** Too recent to be sure. */
  young: boolean;
}

export interface Amount {
  files: number;
  bytes: number;
}

/**
 * Walks the whole storage in batches, and yields the files of each batch that belong to no meme, no person and not to the site. `kept`
 * counts the others.
 */
export async function* findOrphans(
  { db, storage }: Pick<Ctx, "db" | "storage">,
  { now, kept }: { now: number; kept?: Amount },
): AsyncGenerator<OrphanedFile[]> {
  for await (const files of inBatches(storage.list())) {
    const strays = new Set(await strayFiles(db, files));
    if (kept) for (const file of files) if (isPicture(file) && !strays.has(file)) add(kept, file);
    const orphans = [...strays, ...files.filter(({ key }) => SCRAP.test(key))];
    yield orphans.map((file) => ({ ...file, young: !(file.modifiedAt <= now - YOUNG_MS) }));
  }
}

export async function countOrphans(ctx: Pick<Ctx, "db" | "storage">, { now }: { now: number }) {
  const counted = { old: { files: 0, bytes: 0 }, young: { files: 0, bytes: 0 } };
  for await (const orphans of findOrphans(ctx, { now }))
    for (const file of orphans) add(counted[file.young ? "young" : "old"], file);
  return counted;
}

export function add(amount: Amount, { size }: Pick<ListedFile, "size">) {
  amount.files++;
  amount.bytes += size;
}

/** Whether any of the first images in the storage belong to nobody, whatever their age. */
export async function holdsStrangers({ db, storage }: Pick<Ctx, "db" | "storage">, max: number): Promise<boolean> {
  let looked = 0;
  for await (const files of inBatches(storage.list())) {
    if ((await strayFiles(db, files)).length > 0) return true;
    looked += files.filter(isPicture).length;
    if (looked >= max) break;
  }
  return false;
}

/** Files of ours that nothing refers to any more. */
async function strayFiles(db: Db, files: ListedFile[]): Promise<ListedFile[]> {
  return [
    ...(await imagesWithoutMeme(db, files)),
    ...(await avatarsWithoutPerson(db, files)),
    ...(await formerLogos(db, files)),
    ...(await formerBases(db, files)),
  ];
}

const avatarsWithoutPerson = (db: Db, files: ListedFile[]) =>
  withoutOwner(files, avatarKeyOf, (keys) => listAvatarKeys(db, keys));

const formerLogos = (db: Db, files: ListedFile[]) => withoutOwner(files, logoKeyOf, (keys) => listLogoKeys(db, keys));

const formerBases = (db: Db, files: ListedFile[]) => withoutOwner(files, baseKeyOf, (keys) => listBaseKeys(db, keys));

/** Files whose name has a key in it that no row has. */
async function withoutOwner(
  files: ListedFile[],
  keyOf: (file: string) => string | undefined,
  listKnown: (keys: string[]) => Promise<string[]>,
): Promise<ListedFile[]> {
  const keyed = files.flatMap((file) => {
    const key = keyOf(file.key);
    return key ? [{ file, key }] : [];
  });
  const known = new Set(await listKnown([...new Set(keyed.map(({ key }) => key))]));
  return keyed.filter(({ key }) => !known.has(key)).map(({ file }) => file);
}

async function imagesWithoutMeme(db: Db, files: ListedFile[]): Promise<ListedFile[]> {
  const images = files.flatMap((file) => {
    const [, imageKey, memeId] = IMAGE.exec(file.key) ?? [];
    return imageKey && memeId ? [{ file, imageKey, memeId }] : [];
  });
  const known = new Set(await listImageKeys(db, [...new Set(images.map(({ memeId }) => memeId))]));
  return images.filter(({ imageKey }) => !known.has(imageKey)).map(({ file }) => file);
}

async function* inBatches(files: AsyncIterable<ListedFile>): AsyncGenerator<ListedFile[]> {
  let batch: ListedFile[] = [];
  for await (const file of files) {
    batch.push(file);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}
