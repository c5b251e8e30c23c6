import { open, readFile, rename, stat, unlink, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { DomainError } from "../errors.ts";
import { handOver, rightfulOwner } from "../ownership.ts";
import type { BackupLock } from "./backup-place.ts";
import { codeOf } from "./filesystem.ts";

export interface Holder {
  host: string;
  pid: number;
  since: string;
  token: string;
}

const NAME = "backup.lock";
const BEAT_MS = 30_000;
/** A holder without a sign of life for this long is dead. */
export const QUIET_MS = 600_000;
/** Writing the lock takes a moment: if it is still empty after this, its writer has died. */
const WRITING_MS = 30_000;

/** A file names the holder, and its time is the last sign of life. A dead holder's lock is taken over. */
export async function takeFolder(folder: string): Promise<BackupLock> {
  const path = join(folder, NAME);
  const mine: Holder = {
    host: hostname(),
    pid: process.pid,
    since: new Date().toISOString(),
    token: crypto.randomUUID(),
  };
  // Meanwhile the holder may end, or another process may be faster.
  for (let tries = 0; tries < 5; tries++) {
    if (await create(path, mine)) return new Held(folder, path, mine.token);
    const found = await look(path);
    if (!found) continue;
    if (!found.dead) throw taken(folder, found.holder);
    await takeAway(path, found.holder, mine.token);
  }
  throw taken(folder);
}

async function create(path: string, mine: Holder): Promise<boolean> {
  try {
    const file = await open(path, "wx");
    try {
      handOver(file.fd, rightfulOwner(dirname(path)));
      await file.writeFile(`${JSON.stringify(mine)}\n`);
    } catch (error) {
      // Otherwise, as on a full disk, a lock that nobody holds would block the next process.
      await unlink(path).catch(() => {});
      throw error;
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

async function look(path: string): Promise<{ holder: Partial<Holder>; dead: boolean } | undefined> {
  try {
    const { mtimeMs } = await stat(path);
    const holder = await read(path);
    // A time far in the future means a wrong clock, not a living holder.
    const quiet = Math.abs(Date.now() - mtimeMs) > (holder.token === undefined ? WRITING_MS : QUIET_MS);
    return { holder, dead: quiet || (holder.host === hostname() && !isAlive(holder.pid)) };
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Empty while it is being written, and after a power cut. */
async function read(path: string): Promise<Partial<Holder>> {
  const text = await readFile(path, "utf8");
  try {
    return (JSON.parse(text) ?? {}) as Partial<Holder>;
  } catch {
    return {};
  }
}

function isAlive(pid: number | undefined): boolean {
  try {
    return pid === undefined || process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== "ESRCH";
  }
}

/** Renamed first: two processes may see the same dead lock, and the second must not remove the first one's new lock. */
async function takeAway(path: string, dead: Partial<Holder>, token: string): Promise<void> {
  const aside = `${path}.${token}`;
  try {
    await rename(path, aside);
    const same = (await read(aside)).token === dead.token;
    await (same ? unlink(aside) : rename(aside, path));
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}

export function taken(folder: string, { host, pid, since }: Partial<Holder> = {}): DomainError {
  const who = pid === undefined ? "" : ` (process ${pid} on ${host}, since ${since})`;
  return new DomainError(
    "conflict",
    `Another backup into ${folder} is running${who}: wait until it ends. One that was interrupted is forgotten after ten minutes.`,
  );
}

export const takenOver = (folder: string) =>
  new DomainError("conflict", `Another backup has taken over ${folder}: run this one again.`);

class Held implements BackupLock {
  #beat: ReturnType<typeof setInterval>;

  constructor(
    private folder: string,
    private path: string,
    private token: string,
  ) {
    this.#beat = setInterval(() => void this.#live().catch(() => {}), BEAT_MS);
    this.#beat.unref();
  }

  async #live() {
    if (await this.#isMine()) await utimes(this.path, new Date(), new Date());
  }

  async #isMine(): Promise<boolean> {
    return (await read(this.path)).token === this.token;
  }

  async requireHeld(): Promise<void> {
    if (await this.#isMine().catch(() => false)) return;
    throw takenOver(this.folder);
  }

  async [Symbol.asyncDispose]() {
    clearInterval(this.#beat);
    if (await this.#isMine().catch(() => false)) await unlink(this.path).catch(() => {});
  }
}
