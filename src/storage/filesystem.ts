import { constants } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, stat, unlink } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { DomainError } from "../errors.ts";
import { SyncGuard } from "../sync-guard.ts";
import {
  chownOf,
  handOver,
  handOverFolder,
  rightfulOwner,
  makeFolder,
  requireReadable,
  type Owner,
} from "../ownership.ts";
import { FolderInspector } from "./inspect-folders.ts";
import {
  leftoverName,
  proveStorage,
  requireDeletableKey,
  requireStorageKey,
  type ListedFile,
  type Storage,
  type StoredFile,
} from "./storage.ts";

export function openFilesystemStorage(root: string, guard?: SyncGuard): Storage {
  return new FilesystemStorage(resolve(root), OF_IMAGES, guard);
}

/** Error messages for this folder. */
export interface Complaints {
  /** By the system's error code. */
  byCode: Record<string, string>;
  /** The same for failed reads. */
  whenReading?: Record<string, string>;
  other(code: string): string;
  /** The folder itself is missing. */
  away: string;
}

export class FilesystemStorage implements Storage {
  readonly description: string;
  /** Folders known to survive a power cut, each synced into its parent once by this process. */
  #folders = new Map<string, Promise<void>>();
  #disk: SyncedDisk;
  #inspector: FolderInspector;

  constructor(
    readonly root: string,
    private complaints: Complaints = OF_IMAGES,
    guard = new SyncGuard(),
  ) {
    this.description = `the folder ${root}`;
    this.#inspector = new FolderInspector(root);
    this.#disk = new SyncedDisk(guard, this.description);
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const path = this.#path(key);
    try {
      await this.#write(path, bytes).catch((error: unknown) => {
        if (codeOf(error) !== "ENOENT") throw error;
        // Somebody removed a folder we had created: create it again, once.
        this.#folders.clear();
        return this.#write(path, bytes);
      });
    } catch (error) {
      throw this.refusal(error);
    }
  }

  async open(key: string): Promise<StoredFile | null> {
    const path = this.#path(key);
    try {
      const found = await stat(path);
      if (!found.isFile()) return null;
      await requireReadable(path, found);
      return { size: found.size, slice: (start, end) => Bun.file(path).slice(start, end) };
    } catch (error) {
      if (isMissing(error)) return null;
      throw this.refusal(error, "reading");
    }
  }

  async delete(key: string): Promise<void> {
    requireDeletableKey(key);
    const path = join(this.root, key);
    try {
      await unlink(path);
      // What a moderator deleted must not come back after a power cut.
      await this.#disk.syncFolder(dirname(path));
    } catch (error) {
      if (!isMissing(error)) throw this.refusal(error);
      await this.#requireRoot();
    }
  }

  /** If the folder itself is missing (a disk not mounted), a missing file does not count as deleted. */
  async #requireRoot(): Promise<void> {
    const root = await stat(this.root).catch(() => undefined);
    if (root?.isDirectory()) return;
    throw new DomainError("unavailable", this.complaints.away);
  }

  list(): AsyncIterable<ListedFile> {
    return this.#walk("");
  }

  probe(): Promise<void> {
    return proveStorage(this);
  }

  async inspect(options: { all?: boolean } = {}): Promise<void> {
    const path = await this.#inspector.find(options).catch((error: unknown) => {
      throw this.refusal(error, "reading");
    });
    if (path === undefined) return;
    const sentence = `${path} is not the service's to read and write: give ${this.root} and everything in it to one user with ${chownOf(this.root)}`;
    throw new DomainError("unavailable", sentence);
  }

  /** Holds one folder and its parents in memory at a time. Links are not followed: their targets are not ours. */
  async *#walk(folder: string): AsyncGenerator<ListedFile> {
    const entries = await this.unlessMissing(readdir(join(this.root, folder), { withFileTypes: true }));
    for (const entry of entries ?? []) {
      const key = folder + entry.name;
      if (entry.isDirectory()) yield* this.#walk(`${key}/`);
      if (!entry.isFile()) continue;
      const found = await this.unlessMissing(stat(join(this.root, key)));
      if (found) yield { key, size: found.size, modifiedAt: found.mtimeMs };
    }
  }

  #path(key: string): string {
    requireStorageKey(key);
    return join(this.root, key);
  }

  async #write(path: string, bytes: Uint8Array): Promise<void> {
    const folder = dirname(path);
    await this.keepFolder(folder);
    const temporary = join(folder, leftoverName());
    try {
      await this.#disk.writeNew(temporary, bytes, this.#heir);
      await rename(temporary, path);
    } catch (error) {
      await unlink(temporary).catch(() => {});
      throw error;
    }
    await this.#disk.syncFolder(folder);
  }

  protected keepFolder(folder: string): Promise<void> {
    const known = this.#folders.get(folder);
    if (known) return known;
    // Concurrent puts share the promise: none may be acknowledged before the folder itself is on disk.
    const made = this.#makeFolder(folder);
    this.#folders.set(folder, made);
    made.catch(() => this.#folders.delete(folder));
    return made;
  }

  async #makeFolder(folder: string): Promise<void> {
    if (folder !== this.root) {
      await this.keepFolder(dirname(folder));
      await mkdir(folder).then(
        () => handOverFolder(folder, this.#heir),
        (error: unknown) => {
          if (codeOf(error) !== "EEXIST") throw error;
        },
      );
      return this.#disk.syncFolder(dirname(folder));
    }
    const created = makeFolder(folder);
    if (created === undefined) return;
    for (let at = folder; at.length >= created.length; at = dirname(at)) await this.#disk.syncFolder(dirname(at));
  }

  protected unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
    return work.catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw this.refusal(error, "reading");
    });
  }

  /** The user for whom root creates files here. */
  get #heir() {
    return rightfulOwner(this.root);
  }

  /** People get a sentence; the cause, with its path, is only for the log. */
  protected refusal(error: unknown, doing: "reading" | "writing" = "writing"): DomainError {
    if (error instanceof DomainError) return error;
    const code = codeOf(error);
    const { byCode, whenReading = {}, other } = this.complaints;
    const sentence = (doing === "reading" ? whenReading[code] : undefined) ?? byCode[code] ?? other(code);
    const refused = new DomainError("unavailable", sentence);
    refused.cause = error;
    return refused;
  }
}

/** Writes are on disk when they resolve; after one failed sync, all further writes are refused. */
class SyncedDisk {
  constructor(
    private guard: SyncGuard,
    private what: string,
  ) {}

  async writeNew(path: string, bytes: Uint8Array, heir: Owner | undefined): Promise<void> {
    const file = await open(path, "wx");
    try {
      handOver(file.fd, heir);
      await file.writeFile(bytes);
      await this.#sync(file);
    } finally {
      await file.close();
    }
  }

  async syncFolder(path: string): Promise<void> {
    const folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
    try {
      await this.#sync(folder);
    } finally {
      await folder.close();
    }
  }

  async #sync(handle: FileHandle): Promise<void> {
    this.guard.requireSound();
    try {
      await handle.sync();
    } catch (error) {
      throw isFull(error) ? error : this.guard.fail(this.what);
    }
  }
}

export const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code ?? "";
const isMissing = (error: unknown) => codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR";
/** For errors thrown by a storage. */
export const isFullDisk = (error: unknown) => isFull((error as Error | null)?.cause);
const isFull = (error: unknown) => codeOf(error) === "ENOSPC" || codeOf(error) === "EDQUOT";

const OF_IMAGES: Complaints = {
  byCode: {
    ENOSPC: "The image storage is full; free some space on its disk and try again.",
    EDQUOT: "The image storage has used up its quota; raise it or free some space and try again.",
    EACCES: "The image storage is not writable; give the service's user access to its folder.",
    EPERM: "The image storage is not writable; give the service's user access to its folder.",
    EROFS: "The image storage is mounted read-only; mount it writable and try again.",
    ENOTDIR: "There is a file where the image storage needs a folder; move it away or choose another folder.",
    EEXIST: "There is a file where the image storage needs a folder; move it away or choose another folder.",
    EMFILE: "The image storage has too many open files; raise the limit on open files and try again.",
    ENFILE: "The image storage has too many open files; raise the limit on open files and try again.",
  },
  whenReading: {
    EACCES: "The image storage is not readable; give the service's user access to its folder and everything in it.",
    EPERM: "The image storage is not readable; give the service's user access to its folder and everything in it.",
  },
  other: (code) => `The image storage failed${code && ` (${code})`}; check its folder and its disk.`,
  away: "The folder of the image storage is missing; restore it or mount its disk.",
};
