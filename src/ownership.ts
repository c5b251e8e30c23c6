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

import { ConfigError, type Config } from "./config.ts";
import { nearest } from "./disks.ts";

export interface Owner {
  uid: number;
  gid: number;
}

const me = () => process.geteuid?.();

/**
 * Whom root makes files for: the owner of the folder, or of the nearest one above it that exists. Otherwise the service
 * could not read what root made beside it. Undefined for everybody else, and where root is the owner.
 */
export function heirOf(folder: string): Owner | undefined {
  if (me() !== 0) return undefined;
  const { uid, gid } = statSync(nearest(folder));
  return uid === 0 ? undefined : { uid, gid };
}

/** By its handle, never by its name: the owner of the folder could put a link to another file in its place. */
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

/** With those above it, each handed over. Returns the topmost one that was made; undefined if it was there. */
export function makeFolder(folder: string): string | undefined {
  const heir = heirOf(folder);
  const created = mkdirSync(folder, { recursive: true });
  if (created !== undefined)
    for (let at = folder; at.length >= created.length; at = dirname(at)) handOverFolder(at, heir);
  return created;
}

/**
 * Refuses somebody who is neither root nor the owner of the site's files: what they wrote, the service could not read.
 * `again` is how they may call it instead.
 */
export function requireOwner(config: Pick<Config, "data" | "database" | "storage">, again: string): void {
  const uid = me();
  if (uid === undefined || uid === 0) return;
  for (const path of pathsOf(config)) {
    const at = nearest(path);
    // What is not there yet is made in a folder that must be writable, whoever owns it.
    if (at !== path && mayEnter(at)) continue;
    const owner = statSync(at).uid;
    if (owner === uid || (owner === 0 && mayWriteFolder(at))) continue;
    const sudo = owner === 0 ? "sudo" : `sudo -u ${nameOf(owner) ?? `'#${owner}'`}`;
    const you = nameOf(uid) ?? `user ${uid}`;
    // What root has made or copied there, as after a rescue.
    const folder = path.startsWith(join(config.data, "/")) ? config.data : path;
    const chown = `sudo chown -R ${nameOf(uid) ?? uid}: ${folder}`;
    const orChown = owner === 0 && at === path ? ` or, if the service runs as ${you}, ${chown} first` : "";
    throw new ConfigError(
      `${at} belongs to ${nameOf(owner) ?? `user ${owner}`}, and you are ${you}: run it as ${sudo} ${again}${orChown}`,
    );
  }
}

/** The command that gives a folder, with all that is in it, to the one who owns the folder. */
export function chownOf(folder: string): string {
  const { uid } = statSync(nearest(folder));
  return `chown -R ${nameOf(uid) ?? uid}: ${folder}`;
}

/** For root, who may use what the service may not: refuses files of another owner than the one of their folder. */
export function requireOneOwner(folder: string, paths: string[]): void {
  const heir = heirOf(folder);
  for (const path of heir ? paths : []) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found && found.uid !== heir!.uid)
      throw new ConfigError(`${path} is not the service's to read and write: run ${chownOf(folder)}`);
  }
}

/** The files and folders of this machine that the site consists of. */
function pathsOf({ data, database, storage }: Pick<Config, "data" | "database" | "storage">): string[] {
  const paths = [
    ...(database.kind === "sqlite" ? [database.file] : []),
    ...(storage.kind === "filesystem" ? [storage.root] : []),
  ];
  return paths.some((path) => path.startsWith(join(data, "/"))) ? [data, ...paths] : paths;
}

/** Before a file is sent: by then it is too late to say that it may not be read. */
export async function requireReadable(path: string, { mode, uid }: { mode: number; uid: number }): Promise<void> {
  // Almost always the owner's own; only others have to ask the system.
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
/** As in a container, whose volumes belong to root and to the group of the one user that is there. */
const mayWriteFolder = (path: string) => statSync(path).isDirectory() && may(path, constants.W_OK | constants.X_OK);

/** As this machine's own list has it; other directories of people are not asked. */
function nameOf(uid: number): string | undefined {
  try {
    const lines = readFileSync("/etc/passwd", "utf8").split("\n");
    return lines.map((line) => line.split(":")).find(([, , id]) => id === String(uid))?.[0];
  } catch {
    return undefined;
  }
}
