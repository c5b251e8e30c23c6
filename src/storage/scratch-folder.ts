import { mkdir, readdir, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { DomainError } from "../errors.ts";
import { hasEnded, PROCESS_NAME } from "../process-name.ts";

/** Deleted when disposed. */
export interface ScratchFolder extends AsyncDisposable {
  path: string;
}

const PREFIX = "guffaw-scratch";
/** Left free for everybody else. */
const RESERVE = 256e6;

/** A new folder inside `parent`, if there is room for `needed` bytes. Deletes those of processes that were killed. */
export async function openScratchFolder(parent: string, needed: number): Promise<ScratchFolder> {
  for (const name of await readdir(parent).catch(() => []))
    if (name.startsWith(`${PREFIX}-`) && hasEnded(name.split("-")[2] ?? "")) await remove(join(parent, name));
  const path = join(parent, `${PREFIX}-${PROCESS_NAME}-${Bun.randomUUIDv7("hex").replaceAll("-", "")}`);
  try {
    const { bavail, bsize } = await statfs(parent);
    if (bavail * bsize < needed + RESERVE) throw noRoom(parent, needed + RESERVE, bavail * bsize);
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (error instanceof DomainError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new DomainError(
      "unavailable",
      `The folder ${parent} cannot be used for it (${code}): set TMPDIR to another.`,
    );
  }
  return { path, [Symbol.asyncDispose]: () => remove(path) };
}

const remove = (path: string) => rm(path, { recursive: true, force: true }).catch(() => {});

const noRoom = (folder: string, needed: number, free: number) =>
  new DomainError(
    "unavailable",
    `There is no room for it in ${folder}: it needs ${inMegabytes(needed)}, and ${inMegabytes(free)} are free. Make room, or set TMPDIR to a folder on another disk.`,
  );

const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1e6).toLocaleString("en")} MB`;
