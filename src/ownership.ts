import {
  accessSync,
  closeSync,
  constants,
  fchownSync,
  lstatSync,
  openSync,
  mkdirSync,
  readFileSync,
  statSync,
} from "node:fs";
import { access } from "node:fs/promises";
import { dirname, join } from "node:path";

import { ConfigError } from "./config/checks.ts";
import type { Config } from "./config.ts";
import { nearest } from "./disks.ts";

export interface Owner {
  uid: number;
  gid: number;
}

const me = () => process.geteuid?.();

/**
 * The user for whom root creates files: the owner of the folder, or of its nearest existing parent. Otherwise the
 * service could not read what root created. Undefined for other users, and if root is the owner.
 */
export function rightfulOwner(folder: string): Owner | undefined {
  if (me() !== 0) return undefined;
  const { uid, gid } = statSync(nearest(folder));
  return uid === 0 ? undefined : { uid, gid };
}

/** By handle, never by name: the folder's owner could replace the file with a link. */
export function handOver(fd: number, heir: Owner | undefined): void {
  if (heir) fchownSync(fd, heir.uid, heir.gid);
}

export function handOverFolder(folder: string, heir: Owner | undefined): void {
  if (!heir) return;
  const fd = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    handOver(fd, heir);
  } finally {
    closeSync(fd);
  }
}

/** Creates a folder and its parents, and hands over each. Returns the topmost new one; undefined if it existed. */
export function makeFolder(folder: string): string | undefined {
  const heir = rightfulOwner(folder);
  const created = mkdirSync(folder, { recursive: true });
  if (created !== undefined)
    for (let at = folder; at.length >= created.length; at = dirname(at)) handOverFolder(at, heir);
  return created;
}

/**
 * Refuses users who are neither root nor the owner of the site's files: the service could not read what they write.
 * `again` is the command to run instead.
 */
export function requireOwner(config: Pick<Config, "data" | "database" | "storage">, again: string): void {
  const uid = me();
  if (uid === undefined || uid === 0) return;
  for (const path of pathsOf(config)) {
    const at = nearest(path);
    // Missing files are created in a folder that must be writable, no matter who owns it.
    if (at !== path && mayEnter(at)) continue;
    const owner = statSync(at).uid;
    if (owner === uid || (owner === 0 && mayWriteFolder(at))) continue;
    const sudo = owner === 0 ? "sudo" : `sudo -u ${nameOf(owner) ?? `'#${owner}'`}`;
    const you = nameOf(uid) ?? `user ${uid}`;
    // Files that root created or copied there, as after a restore.
    const folder = path.startsWith(join(config.data, "/")) ? config.data : path;
    const chown = `sudo chown -R ${nameOf(uid) ?? uid}: ${folder}`;
    const orChown = owner === 0 && at === path ? ` or, if the service runs as ${you}, ${chown} first` : "";
    throw new ConfigError(
      `${at} belongs to ${nameOf(owner) ?? `user ${owner}`}, and you are ${you}: run it as ${sudo} ${again}${orChown}`,
    );
  }
}

/** The command that gives everything in a folder to the folder's owner. */
export function chownOf(folder: string): string {
  const { uid } = statSync(nearest(folder));
  return `chown -R ${nameOf(uid) ?? uid}: ${folder}`;
}

/** For root, who may read what the service may not: refuses files that do not belong to their folder's owner. */
export function requireOneOwner(folder: string, paths: string[]): void {
  const heir = rightfulOwner(folder);
  for (const path of heir ? paths : []) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found && found.uid !== heir!.uid)
      throw new ConfigError(`${path} is not the service's to read and write: run ${chownOf(folder)}`);
  }
}

/** The site's files and folders on this machine. */
function pathsOf({ data, database, storage }: Pick<Config, "data" | "database" | "storage">): string[] {
  const paths = [
    ...(database.kind === "sqlite" ? [database.file] : []),
    ...(storage.kind === "filesystem" ? [storage.root] : []),
  ];
  return paths.some((path) => path.startsWith(join(data, "/"))) ? [data, ...paths] : paths;
}

/** Checked before a file is sent; afterwards it is too late to report an error. */
export async function requireReadable(path: string, { mode, uid }: { mode: number; uid: number }): Promise<void> {
  // Usually the owner's own file; only others need a system call.
  if (uid === me() && (mode & 0o400) !== 0) return;
  await access(path, constants.R_OK);
}

const may = (path: string, mode: number) => {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
};
const mayEnter = (folder: string) => may(folder, constants.X_OK);
/** As in a container, whose volumes belong to root and the group of its only user. */
const mayWriteFolder = (path: string) => statSync(path).isDirectory() && may(path, constants.W_OK | constants.X_OK);

/** From /etc/passwd; other directories are not asked. */
function nameOf(uid: number): string | undefined {
  try {
    const lines = readFileSync("/etc/passwd", "utf8").split("\n");
    return lines.map((line) => line.split(":")).find(([, , id]) => id === String(uid))?.[0];
  } catch {
    return undefined;
  }
}
