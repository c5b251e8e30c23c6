import type { Row } from "../../data/backup.ts";
import type { BackupFolder } from "../../storage/backup-folder.ts";
import { readOwners, writeOwners } from "../../storage/owners.ts";
import type { Storage } from "../../storage/storage.ts";
import { DomainError } from "../errors.ts";
import { listBackupNames, readManifest, readPart, type Manifest } from "./format.ts";

/**
 * Writes down in the folder which site its backups are of, and refuses any other site: its backups would push out the
 * good ones. A folder without a whole backup may be anybody's. Whoever calls holds the folder's lock.
 */
export async function claimFolder(target: BackupFolder, id: string): Promise<void> {
  const names = await listBackupNames(target);
  const noted = await readOwners(target);
  if (names.length > 0) {
    const owners = noted.length > 0 ? noted : await ownersOf(target, names);
    if (owners.length === 0)
      throw new DomainError(
        "conflict",
        `Nothing in ${target.description} says which site its backups are of: give this one a folder of its own.`,
      );
    for (const owner of owners) requireSite(target, owner, id);
  }
  if (noted.join() !== id) await writeOwners(target, [id]);
}

/** By what the backups themselves say, as far as they can be read. */
async function ownersOf(target: BackupFolder, names: string[]): Promise<string[]> {
  const owners: string[] = [];
  for (const name of names) {
    const manifest = await readManifest(target, name).catch(() => undefined);
    const owner = manifest && (await siteOf(target, manifest).catch(() => undefined));
    if (owner !== undefined) owners.push(owner);
  }
  return owners;
}

/** The id of the site that a backup was made of. Older programs wrote it among the rows only. */
export async function siteOf(source: Storage, manifest: Manifest): Promise<string | undefined> {
  if (manifest.site !== undefined) return manifest.site;
  for (const part of manifest.tables.site ?? [])
    for (const { name, value } of await readPart<Row>(source, part)) if (name === "id") return String(value);
  return undefined;
}

export function requireSite({ root }: BackupFolder, theirs: string | undefined, ours: string): void {
  if (theirs === ours) return;
  const which = `${theirs === undefined ? "of an unknown id" : shortOf(theirs)}, and this is ${shortOf(ours)}`;
  throw new DomainError(
    "conflict",
    `The folder ${root} holds backups of another site (${which}): give the folder of this site, or set GUFFAW_DATA or GUFFAW_DATABASE_URL to the site that you mean.`,
  );
}

const shortOf = (id: string) => `${id.slice(0, 8)}…`;
