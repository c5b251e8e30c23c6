import type { BackupFolder } from "../../storage/backup-folder.ts";
import { isLeftover, isStorageKey } from "../../storage/storage.ts";
import {
  bytesOf,
  imageKey,
  IMAGES,
  listBackupNames,
  manifestKey,
  readManifest,
  readPart,
  unpack,
  type ImageFile,
} from "./format.ts";

/**
 * Deletes all but the newest backups, and what runs that were cut short have left. Of the images, only those go that
 * one of these lists and no backup that stays: whatever else is in the folder is not ours. Whoever calls holds the
 * folder's lock. Returns the names of the backups that went.
 */
export async function keepNewest(target: BackupFolder, keep: number): Promise<string[]> {
  const whole = await listBackupNames(target);
  const stays = new Set(whole.slice(-keep));
  const goes = (await target.begun()).filter((name) => !stays.has(name));
  if (goes.length === 0) return [];
  // Before anything goes: where a backup that stays cannot be read, nobody knows what it needs.
  const wanted = new Set<string>();
  for (const name of stays)
    for (const part of (await readManifest(target, name)).images)
      for (const [key] of await readPart<ImageFile>(target, part)) wanted.add(key);
  const old = whole.slice(0, -keep);
  // Without its manifest it is no backup: whatever stops us now leaves none that is half there.
  for (const name of old) await target.delete(manifestKey(name));
  for (const name of goes) await remove(target, name, wanted);
  if (goes.length > old.length) await removeScraps(target);
  return old;
}

async function remove(target: BackupFolder, name: string, wanted: ReadonlySet<string>) {
  const files = await target.filesOf(name);
  for (const file of files.filter((one) => one.startsWith(`${IMAGES}-`)))
    for (const key of await listed(target, `backups/${name}/${file}`))
      if (!wanted.has(key)) await target.delete(imageKey(key));
  for (const file of files) await target.delete(`backups/${name}/${file}`);
  await target.removeFolder(name);
}

/** As far as the list can still be read. */
async function listed(target: BackupFolder, key: string): Promise<string[]> {
  const bytes = await bytesOf(target, key).catch(() => undefined);
  const files = (bytes && unpack<ImageFile>(bytes)) ?? [];
  return files.map(([one]) => one).filter((one) => typeof one === "string" && isStorageKey(one));
}

/** Files that somebody was cut short in writing. */
async function removeScraps(target: BackupFolder) {
  for await (const { key } of target.list())
    if (key.startsWith(`${IMAGES}/`) && isLeftover(key)) await target.delete(key);
}
