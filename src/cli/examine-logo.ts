import { sha256 } from "../core/backup/format.ts";
import { logoFiles, logoHash } from "../core/site/logo-files.ts";
import type { Db } from "../data/schema.ts";
import { findSiteInfo, THE_SITE } from "../data/site-info.ts";
import type { Logo } from "../entities/site-info.ts";
import { readBytes, type Storage } from "../storage/storage.ts";
import { bad, good, type Check } from "./finding.ts";

const ADVICE =
  "./guffaw restore FOLDER --images-only brings it back from a backup, ./guffaw site logo FILE uploads it again, and ./guffaw site logo --remove shows the name instead.";

/** Every page shows it, so every page would show that it is broken. */
export async function examineLogo(db: Db, storage: Storage): Promise<Check[]> {
  const { logo } = await findSiteInfo(db, THE_SITE);
  if (!logo) return [];
  for (const file of logoFiles(logo)) {
    const trouble = await troubleWith(storage, logo, file);
    if (trouble) return [bad(`The logo's file ${file} in ${storage.description} ${trouble}. ${ADVICE}`)];
  }
  return [good("The logo's files are there and intact.")];
}

async function troubleWith(storage: Storage, { key }: Logo, file: string): Promise<string | undefined> {
  let bytes: Uint8Array | undefined;
  try {
    bytes = await readBytes(storage, file);
  } catch (error) {
    return `cannot be read (${error instanceof Error ? error.message : error})`;
  }
  if (!bytes) return "is missing";
  if (bytes.length === 0) return "is empty";
  // Only the logo itself is named after its checksum.
  return file === key && !sha256(bytes).startsWith(logoHash(key)) ? "is damaged" : undefined;
}
