import type { Storage } from "../../storage/storage.ts";
import { readManifest, readPart, type OnStep } from "./format.ts";
import { readImages, type ImagesRead } from "./read-images.ts";
import { requireKnown } from "./restore-backup.ts";

export interface Checked extends ImagesRead {
  rows: number;
  /** Whether the backup has checksums of its images; older ones only have sizes. */
  hasSums: boolean;
}

/** Reads everything a restore would and compares it with the checksums. Writes nothing. */
export async function checkBackup(source: Storage, name: string, onStep?: OnStep): Promise<Checked> {
  const manifest = await readManifest(source, name);
  requireKnown(manifest);
  let rows = 0;
  for (const part of Object.values(manifest.tables).flat()) rows += (await readPart(source, part)).length;
  const images = await readImages(source, manifest, { onStep });
  return { rows, ...images, hasSums: manifest.format > 1 || manifest.images.length === 0 };
}
