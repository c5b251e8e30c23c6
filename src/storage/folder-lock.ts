import { open, readFile, rename, stat, unlink, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { DomainError } from "../errors.ts";
import { handOver, heirOf } from "../ownership.ts";
import { codeOf } from "./filesystem.ts";

/** Held until it is disposed of. */
export interface FolderLock extends AsyncDisposable {
  /** Throws when somebody else has taken it meanwhile, as after this machine had slept. */
  requireHeld(): Promise<void>;
}

interface Holder {
  host: string;
  pid: number;
  since: string;
  token: string;
}

const NAME = "backup.lock";
const BEAT_MS = 30_000;
/** Whoever has given no sign of life for so long is dead. */
const QUIET_MS = 600_000;
/** It is written in a moment: whoever has not said so long who they are has died over it. */
const WRITING_MS = 30_000;

/** A file says who is at work, and its time when that one was last alive. What a dead one left behind is taken over. */
export async function takeFolder(folder: string): Promise<FolderLock> {
  const path = join(folder, NAME);
  const mine: Holder = {
    host: hostname(),
    pid: process.pid,
    since: new Date().toISOString(),
    token: crypto.randomUUID(),
  };
  // Another one may go, or be faster, in between.
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
      handOver(file.fd, heirOf(dirname(path)));
      await file.writeFile(`${JSON.stringify(mine)}\n`);
    } catch (error) {
      // Or what nobody holds would stop the next one, as when the disk is full.
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
    // A time far ahead tells of a wrong clock, not of life.
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

/** Under another name first: two may have seen the same dead one, and the second must not take away the first's. */
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

function taken(folder: string, { host, pid, since }: Partial<Holder> = {}): DomainError {
  const who = pid === undefined ? "" : ` (process ${pid} on ${host}, since ${since})`;
  return new DomainError(
    "conflict",
    `Another backup into ${folder} is running${who}: wait until it ends. One that was interrupted is forgotten after ten minutes.`,
  );
}

class Held implements FolderLock {
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
    throw new DomainError("conflict", `Another backup has taken over ${this.folder}: run this one again.`);
  }

  async [Symbol.asyncDispose]() {
    clearInterval(this.#beat);
    if (await this.#isMine().catch(() => false)) await unlink(this.path).catch(() => {});
  }
}
