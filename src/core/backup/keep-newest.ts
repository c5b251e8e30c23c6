import type { BackupPlace } from "../../storage/backup-place.ts";
import { DomainError } from "../../errors.ts";
import { readBytes } from "../../storage/storage.ts";
import { isLeftover, isStorageKey } from "../../storage/storage.ts";
import {
  imageKey,
  IMAGES,
  listBackupNames,
  manifestKey,
  readManifest,
  readPart,
  unpack,
  type ImageFile,
} from "./format.ts";
import { unlistedImages } from "./images-of.ts";

/** If newer backups have less than this share of a backup's pictures, something has happened to the site. */
const MIN_SHARE = 0.1;

export interface KeptBackup {
  deleted: string[];
  held: string[];
  lastComplete?: string;
}

/**
 * Deletes all but the newest backups, and the remains of interrupted runs. Two more are kept: the newest with all its
 * pictures, and any whose pictures newer ones have almost entirely lost. An image is deleted only if a deleted backup
 * lists it and no kept one does; any other file in the folder is not ours. The caller holds the folder's lock.
 */
export async function keepNewest(
  target: BackupPlace,
  options: { keep: number; allowLoss: boolean },
): Promise<KeptBackup> {
  const whole = await listBackupNames(target);
  const { wanted, stays, held, lastComplete } = await plan(target, whole, options);
  const goes = (await target.begun()).filter((name) => !stays.has(name));
  const deleted = whole.filter((name) => !stays.has(name));
  // The manifest goes first, so that an interruption never leaves half a backup.
  for (const name of deleted) await target.delete(manifestKey(name));
  for (const name of goes) await remove(target, name, wanted);
  if (goes.length > deleted.length) await removeScraps(target);
  return { deleted, held, ...(lastComplete === undefined ? {} : { lastComplete }) };
}

interface Plan extends KeptBackup {
  stays: Set<string>;
  /** Pictures of the backups that are kept. */
  wanted: Set<string>;
}

/** Runs before anything is deleted: if a kept backup cannot be read, we cannot know what it needs. */
async function plan(
  target: BackupPlace,
  whole: string[],
  { keep, allowLoss }: { keep: number; allowLoss: boolean },
): Promise<Omit<Plan, "deleted">> {
  const [stays, wanted, held] = [new Set<string>(), new Set<string>(), [] as string[]];
  let [complete, lastComplete]: (string | undefined)[] = [];
  for (const [newer, name] of whole.toReversed().entries()) {
    const isDue = newer >= keep;
    const images = await listedBy(target, name).catch((error: unknown) => {
      // A damaged backup is no use to anybody.
      if (isDue && error instanceof DomainError && error.code === "invalid") return undefined;
      throw error;
    });
    if (!images) continue;
    const isHeld = newer > 0 && !allowLoss && shareIn(wanted, images) < MIN_SHARE;
    const isComplete = complete === undefined && (await hasAllImages(target, name));
    if (isComplete) complete = name;
    if (isHeld) held.unshift(name);
    else if (isComplete && isDue) lastComplete = name;
    if (isDue && !isHeld && !isComplete) continue;
    stays.add(name);
    for (const key of images) wanted.add(key);
  }
  return { stays, wanted, held, lastComplete };
}

async function listedBy(target: BackupPlace, name: string): Promise<string[]> {
  const keys: string[] = [];
  for (const part of (await readManifest(target, name)).images)
    for (const [key] of await readPart<ImageFile>(target, part)) keys.push(key);
  return keys;
}

const shareIn = (wanted: ReadonlySet<string>, images: string[]) =>
  images.length === 0 ? 1 : images.filter((key) => wanted.has(key)).length / images.length;

async function hasAllImages(target: BackupPlace, name: string): Promise<boolean> {
  const manifest = await readManifest(target, name);
  if (manifest.missing !== undefined) return manifest.missing === 0;
  // Older versions did not record it.
  const unlisted = await unlistedImages(target, manifest).catch(() => undefined);
  return unlisted?.length === 0;
}

async function remove(target: BackupPlace, name: string, wanted: ReadonlySet<string>) {
  const files = await target.filesOf(name);
  for (const file of files.filter((one) => one.startsWith(`${IMAGES}-`)))
    for (const key of await listed(target, `backups/${name}/${file}`))
      if (!wanted.has(key)) await target.delete(imageKey(key));
  for (const file of files) await target.delete(`backups/${name}/${file}`);
  await target.removeFolder(name);
}

/** As much as can still be read. */
async function listed(target: BackupPlace, key: string): Promise<string[]> {
  const bytes = await readBytes(target, key).catch(() => undefined);
  const files = (bytes && unpack<ImageFile>(bytes)) ?? [];
  return files.map(([one]) => one).filter((one) => typeof one === "string" && isStorageKey(one));
}

/** Partly written files of interrupted runs. */
async function removeScraps(target: BackupPlace) {
  for await (const { key } of target.list())
    if (key.startsWith(`${IMAGES}/`) && isLeftover(key)) await target.delete(key);
}
