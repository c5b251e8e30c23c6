import type { Row } from "../../data/backup.ts";
import { hasBackupOf } from "../../data/backups.ts";
import { forgetMoved } from "../../data/departure.ts";
import type { Db } from "../../data/schema.ts";
import { readFact, readSiteId, writeFact } from "../../data/site.ts";
import type { BackupPlace } from "../../storage/backup-place.ts";
import { readOwners, writeOwners } from "../../storage/owners.ts";
import type { Storage } from "../../storage/storage.ts";
import { DomainError } from "../../errors.ts";
import { listBackupNames, nameOf, readManifest, readPart, type Manifest } from "./format.ts";

/** Identifies a site and which copy of it: a restored site keeps its id, and an older copy may still exist. */
export interface Identity {
  id: string;
  /** 0 if it was never restored. */
  restoredAt: number;
}

const RESTORED = "restored";

export const readIdentity = async (db: Db): Promise<Identity> => ({
  id: await readSiteId(db),
  restoredAt: Number((await readFact(db, RESTORED)) ?? 0),
});

/** Never earlier than the backup itself, whatever this machine's clock says. */
export async function noteRestored(db: Db, madeAt: number): Promise<void> {
  await writeFact(db, RESTORED, String(Math.max(Date.now(), madeAt)));
  await forgetMoved(db);
}

/**
 * Records in the folder which site its backups belong to. Refuses any other site and any other copy of this one, since
 * their backups would push out the good ones. A folder without a complete backup is free to claim. With `adopt`, the
 * operator confirms that this copy is the one to continue with. The caller holds the folder's lock.
 */
export async function claimFolder(
  target: BackupPlace,
  db: Db,
  { identity, adopt = false }: { identity: Identity; adopt?: boolean },
): Promise<void> {
  const { id, restoredAt } = identity;
  const names = await listBackupNames(target);
  const noted = await readOwners(target);
  if (names.length > 0) {
    const manifests = await readManifests(target, names);
    const owners = noted.length > 0 ? noted : await ownersOf(target, manifests);
    if (owners.length === 0)
      throw new DomainError(
        "conflict",
        `Nothing in ${target.description} says which site its backups belong to: use another folder.`,
      );
    for (const owner of owners) requireSite(target, owner, id);
    const latest = Math.max(...manifests.map((manifest) => manifest.restoredAt ?? 0));
    if (latest > restoredAt) throw new DomainError("conflict", leftBehind(target, latest, adopt));
    if (!adopt) await requireOwnNewest(target, db, manifests, restoredAt);
  }
  if (noted.join() !== id) await writeOwners(target, [id]);
}

/**
 * A plain copy of a database has the same id but no rows about backups the other copy has made since. A restore has no
 * such rows either, so backups made before it count as known.
 */
async function requireOwnNewest({ root }: BackupPlace, db: Db, manifests: Manifest[], restoredAt: number) {
  const newest = manifests.findLast(({ listed }) => listed)?.madeAt ?? 0;
  if (newest <= restoredAt || (await hasBackupOf(db, newest))) return;
  throw new DomainError(
    "conflict",
    `The newest backup in ${root}, ${nameOf(newest)}, was made of another copy of this site's database: set GUFFAW_DATA or GUFFAW_DATABASE_URL to that one, or use another folder for this one. If this is the copy to continue with, run this once with --adopt.`,
  );
}

/** Skips unreadable ones. */
async function readManifests(target: BackupPlace, names: string[]): Promise<Manifest[]> {
  const manifests = await Promise.all(names.map((name) => readManifest(target, name).catch(() => undefined)));
  return manifests.filter((manifest) => manifest !== undefined);
}

/** Read from the backups themselves. */
async function ownersOf(target: BackupPlace, manifests: Manifest[]): Promise<string[]> {
  const owners = await Promise.all(manifests.map((manifest) => siteOf(target, manifest).catch(() => undefined)));
  return owners.filter((owner) => owner !== undefined);
}

/** Id of the site a backup was made of. Older versions stored it only among the rows. */
export async function siteOf(source: Storage, manifest: Manifest): Promise<string | undefined> {
  if (manifest.site !== undefined) return manifest.site;
  for (const part of manifest.tables.site ?? [])
    for (const { name, value } of await readPart<Row>(source, part)) if (name === "id") return String(value);
  return undefined;
}

export function requireSite({ description }: BackupPlace, theirs: string | undefined, ours: string): void {
  if (theirs === ours) return;
  const which = `${theirs === undefined ? "of an unknown id" : shortOf(theirs)}, and this is ${shortOf(ours)}`;
  throw new DomainError(
    "conflict",
    `${capitalized(description)} holds backups of another site (${which}): use a folder of this site's own, or set GUFFAW_DATA or GUFFAW_DATABASE_URL to the site that you mean.`,
  );
}

const capitalized = (text: string) => text[0]!.toUpperCase() + text.slice(1);

const shortOf = (id: string) => `${id.slice(0, 8)}…`;

const leftBehind = ({ description }: BackupPlace, restoredAt: number, adopt: boolean) =>
  `${capitalized(description)} holds backups of a copy of this site that was restored at ${new Date(restoredAt).toISOString()}, and this is an older copy: set GUFFAW_DATA or GUFFAW_DATABASE_URL to the newer one, or use another folder for this one.${adopt ? " --adopt cannot take the folder back from a restored copy." : ""}`;
