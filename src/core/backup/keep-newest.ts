import type { Storage } from "../../storage/storage.ts";
import { IMAGES, listBackupNames, manifestKey, readManifest, readPart } from "./format.ts";

/** Deletes all but the newest backups, and the images that none of those names. Returns the names of what went. */
export async function keepNewest(target: Storage, keep: number): Promise<string[]> {
  const names = await listBackupNames(target);
  const old = names.slice(0, -keep);
  if (old.length === 0) return [];
  const wanted = new Set<string>();
  for (const name of names.slice(-keep)) {
    const { images } = await readManifest(target, name);
    for (const part of images)
      for (const [key] of await readPart<[string, number]>(target, part)) wanted.add(`${IMAGES}/${key}`);
  }
  // Without its manifest it is no backup: whatever stops us now leaves none that is half there.
  for (const name of old) await target.delete(manifestKey(name));
  const gone = new Set(old);
  for await (const { key } of target.list()) {
    const [kind, name = ""] = key.split("/");
    if (kind === "backups" ? gone.has(name) : kind === IMAGES && !wanted.has(key)) await target.delete(key);
  }
  return old;
}
