import { readdir, rmdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { DomainError } from "../errors.ts";
import { SyncGuard } from "../sync-guard.ts";
import { isBackupFile, isBackupName, type BackupLock, type BackupPlace } from "./backup-place.ts";
import { takeFolder } from "./folder-lock.ts";
import { codeOf, FilesystemStorage, type Complaints } from "./filesystem.ts";

export const openBackupFolder = (path: string): BackupPlace => new Folder(resolve(path));

class Folder extends FilesystemStorage implements BackupPlace {
  constructor(root: string) {
    const broken = `The disk of the backup folder ${root} failed to keep a file: check that disk, or choose another folder.`;
    super(root, complaintsOf(root), new SyncGuard(broken));
  }

  async begun(): Promise<string[]> {
    const all = await this.#entries(this.root);
    if (!all) throw new DomainError("not_found", await this.#whyMissing());
    const entries = (await this.#entries(join(this.root, "backups"))) ?? [];
    return entries.filter(isBackupName).sort();
  }

  async filesOf(name: string): Promise<string[]> {
    return ((await this.#entries(join(this.root, "backups", name))) ?? []).filter(isBackupFile);
  }

  async removeFolder(name: string): Promise<void> {
    await rmdir(join(this.root, "backups", name)).catch((error: unknown) => {
      if (!["ENOENT", "ENOTEMPTY", "EEXIST"].includes(codeOf(error))) throw this.refusal(error);
    });
  }

  async lock(): Promise<BackupLock> {
    try {
      await this.keepFolder(this.root);
      return await takeFolder(this.root);
    } catch (error) {
      throw this.refusal(error);
    }
  }

  async #whyMissing(): Promise<string> {
    const isThere = await Bun.file(this.root).exists();
    return isThere
      ? `${this.root} is a file, not a folder: give the folder that holds the backups.`
      : `There is no folder ${this.root}: give the one that holds the backups.`;
  }

  #entries = (path: string) => this.unlessMissing(readdir(path));
}

function complaintsOf(path: string): Complaints {
  const it = `The backup folder ${path}`;
  const rights = `${it} cannot be read or written by this user: grant access, or choose another folder.`;
  const file = `There is a file where the backup folder ${path} should be: move it away, or choose another folder.`;
  const files = `There are too many open files to continue with the backup folder ${path}: raise the limit on open files.`;
  return {
    byCode: {
      ENOSPC: `${it} is full: free some space on its disk, or choose another folder.`,
      EDQUOT: `${it} has used up its quota: raise it, or free some space.`,
      EACCES: rights,
      EPERM: rights,
      EROFS: `${it} is on a disk that is mounted read-only: mount it writable, or choose another folder.`,
      ENOTDIR: file,
      EEXIST: file,
      EMFILE: files,
      ENFILE: files,
    },
    other: (code) =>
      `${it} cannot be used${code && ` (${code})`}: check its name and its disk, or choose another folder.`,
    away: `${it} is missing: restore it, or mount its disk.`,
  };
}
