import type { Db } from "../../data/schema.ts";
import { readSiteId } from "../../data/site.ts";
import type { BackupPlace } from "../../storage/backup-place.ts";
import { readBytes, type Storage } from "../../storage/storage.ts";
import { typeOfKey } from "../memes/renditions.ts";
import { requireSite, siteOf } from "./claim-folder.ts";
import { forEachAtOnce, readManifest, readPart, sha256, type ImageFile, type OnStep } from "./format.ts";
import { expectedIn, WITH_IMAGES } from "./images-of.ts";
import { partsOf } from "./make-backup.ts";
import { readImage } from "./read-images.ts";

export interface ImagesRestored {
  restored: number;
  /** Images the site still lacks because the backup lacks them or has damaged copies. */
  missing: string[];
}

interface Options {
  source: BackupPlace;
  /** The backup's name. */
  name: string;
  /** Only counts what would be restored. */
  dryRun?: boolean;
  onStep?: OnStep;
}

/** Restores pictures that memes and people of this site name but that are missing from its storage or damaged. */
export async function restoreImages(
  to: { db: Db; storage: Storage },
  { source, name, dryRun = false, onStep }: Options,
): Promise<ImagesRestored> {
  const manifest = await readManifest(source, name);
  requireSite(source, await siteOf(source, manifest), await readSiteId(to.db));
  const wanted = await wantedImages(to.db);
  const backedUp = new Map<string, ImageFile>();
  for (const part of manifest.images)
    for (const file of await readPart<ImageFile>(source, part)) if (wanted.has(file[0])) backedUp.set(file[0], file);
  const done: ImagesRestored = { restored: 0, missing: [] };
  await forEachAtOnce(wanted, async ([key, hash]) => {
    const file = backedUp.get(key);
    if (!(await isGood(to.storage, key, file, hash))) {
      const bytes = file ? await readImage(source, file) : "missing";
      if (typeof bytes === "string") done.missing.push(key);
      else {
        if (!dryRun) await to.storage.put(key, bytes, typeOfKey(key));
        done.restored++;
      }
    }
    onStep?.("image files", 1, wanted.size);
  });
  return { ...done, missing: done.missing.sort() };
}

/** Keys of all pictures, with the prefix of the checksum if the row has one. */
async function wantedImages(db: Db): Promise<Map<string, string | undefined>> {
  const wanted = new Map<string, string | undefined>();
  for (const table of WITH_IMAGES)
    for await (const rows of partsOf(db, table))
      for (const row of rows) for (const [key, { hash }] of expectedIn(table, row)) wanted.set(key, hash);
  return wanted;
}

/** Only a file known to differ from the backed-up picture counts as damaged. When in doubt, it stays. */
async function isGood(storage: Storage, key: string, file: ImageFile | undefined, hash: string | undefined) {
  const there = await storage.open(key);
  if (!there || there.size === 0) return false;
  const sum = file?.[2];
  if (sum === undefined) return true;
  const bytes = await readBytes(storage, key).catch(() => undefined);
  if (!bytes) return false;
  const actual = sha256(bytes);
  return actual === sum || (hash !== undefined && actual.startsWith(hash));
}
