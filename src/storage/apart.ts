import { realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { BackupTarget } from "../config/backup.ts";
import type { StorageConfig } from "../config/storage.ts";
import { DomainError } from "../errors.ts";

/**
 * A backup keeps its images below its folder. If that were the site's own, it would copy nothing and delete what is
 * shown. Sees through links and mounts.
 */
export function requireApart(target: BackupTarget, site: { data: string; storage: StorageConfig }): void {
  if (target.kind === "folder") return requireApartFolder(target.path, site);
  const { storage } = site;
  if (storage.kind === "s3" && storage.bucket === target.bucket && storage.endpoint === target.endpoint)
    throw new DomainError(
      "invalid",
      `The bucket ${target.bucket} holds the site's own images: use another bucket for the backups.`,
    );
}

function requireApartFolder(path: string, site: { data: string; storage: StorageConfig }): void {
  const folder = realPath(resolve(path));
  const elsewhere = "use a separate folder, preferably on another disk.";
  if (isSame(folder, realPath(site.data)))
    throw new DomainError("invalid", `${path} is the site's own data folder: ${elsewhere}`);
  if (site.storage.kind !== "filesystem") return;
  const images = realPath(site.storage.root);
  if (isWithin(images, folder))
    throw new DomainError("invalid", `${path} contains the site's own images (${images}): ${elsewhere}`);
  for (const part of [folder, realPath(join(folder, "images")), realPath(join(folder, "backups"))])
    if (isWithin(part, images) || isWithin(images, part))
      throw new DomainError(
        "invalid",
        `${path} is inside the folder of the site's own images (${images}): ${elsewhere}`,
      );
}

/** Resolves links, even for paths that do not exist yet. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(realPath(above), basename(path));
  }
}

/** Also by device and inode: one folder may be mounted twice, or have names in two cases. */
function isSame(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [identityOf(one), identityOf(other)];
  return a !== undefined && a === b;
}

function identityOf(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path);
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}

function isWithin(path: string, folder: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    if (isSame(at, folder)) return true;
    if (at === dirname(at)) return false;
  }
}
