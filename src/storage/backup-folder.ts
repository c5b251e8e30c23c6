import { readdir, rmdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { DomainError } from "../errors.ts";
import { SyncGuard } from "../sync-guard.ts";
import { takeFolder, type FolderLock } from "./folder-lock.ts";
import { codeOf, FilesystemStorage, type Complaints } from "./filesystem.ts";

/** A folder of backups: a storage with what only a folder can do. */
export interface BackupFolder extends FilesystemStorage {
  /** Names of all backups, complete or not, oldest first. */
  begun(): Promise<string[]>;
  /** Names of the files that we wrote for one backup. */
  filesOf(name: string): Promise<string[]>;
  /** Only if it is empty: other people's files stay. */
  removeFolder(name: string): Promise<void>;
  /** While held, nobody else makes or deletes backups here. Refused while somebody else holds it. */
  lock(): Promise<FolderLock>;
}

export const openBackupFolder = (path: string): BackupFolder => new Folder(resolve(path));

/** As nameOf() in core/backup/format.ts makes them. */
const NAME = /^\d{4}-\d\d-\d\dt\d\d-\d\d-\d\d-\d{3}z$/;
const FILE = /^(?:manifest\.json|[a-z_]+-\d{6}\.jsonl\.gz|\.[0-9a-f-]{36}\.tmp)$/;

class Folder extends FilesystemStorage implements BackupFolder {
  constructor(root: string) {
    const broken = `The disk of the backup folder ${root} failed to keep a file: check that disk, or choose another folder.`;
    super(root, complaintsOf(root), new SyncGuard(broken));
  }

  async begun(): Promise<string[]> {
    const all = await this.#entries(this.root);
    if (!all) throw new DomainError("not_found", await this.#whyMissing());
    const entries = (await this.#entries(join(this.root, "backups"))) ?? [];
    return entries.filter((name) => NAME.test(name)).sort();
  }

  async filesOf(name: string): Promise<string[]> {
    return ((await this.#entries(join(this.root, "backups", name))) ?? []).filter((file) => FILE.test(file));
  }

  async removeFolder(name: string): Promise<void> {
    await rmdir(join(this.root, "backups", name)).catch((error: unknown) => {
      if (!["ENOENT", "ENOTEMPTY", "EEXIST"].includes(codeOf(error))) throw this.refusal(error);
    });
  }

  async lock(): Promise<FolderLock> {
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
