import { hostname } from "node:os";
import { hasEnded, PROCESS_NAME } from "../process-name.ts";
import type { BackupLock } from "./backup-place.ts";
import { QUIET_MS, taken, takenOver, type Holder } from "./folder-lock.ts";
import { readBytes, type ListedFile, type Storage } from "./storage.ts";

/** A bucket, with a listing that can be narrowed. */
interface Bucket extends Storage {
  readonly root: string;
  list(within?: string): AsyncIterable<ListedFile>;
}

interface Claim extends Holder {
  /** Tells whether the process has ended, if it ran here. */
  process: string;
  /** False while its owner is still looking for others. */
  held: boolean;
}

const FOLDER = "locks/";
const BEAT_MS = 30_000;
const TRIES = 4;
const WAIT_MS = 400;

/**
 * Not every S3 server can create a file only if it does not exist, so each process writes a claim of its own and then
 * lists all claims: of two that claim at once, at least one sees the other. Whoever sees another living claim withdraws.
 * The age of a claim is its last sign of life, compared with our own by the server's clock.
 */
export async function takeBucket(bucket: Bucket): Promise<BackupLock> {
  const claim: Claim = {
    host: hostname(),
    pid: process.pid,
    since: new Date().toISOString(),
    token: crypto.randomUUID(),
    process: PROCESS_NAME,
    held: false,
  };
  // Two that claim at once may both withdraw: one of them is faster the next time.
  for (let tries = 1; ; tries++) {
    await write(bucket, claim);
    const others = await othersOf(bucket, claim).catch(async (error: unknown) => {
      await withdraw(bucket, claim);
      throw error;
    });
    if (others.length === 0) break;
    await withdraw(bucket, claim);
    if (tries === TRIES || others.some(({ held }) => held)) throw taken(bucket.root, others[0]);
    await Bun.sleep(WAIT_MS * (0.5 + Math.random()) * tries);
  }
  await write(bucket, { ...claim, held: true });
  return new Held(bucket, { ...claim, held: true });
}

const keyOf = ({ token }: Pick<Claim, "token">) => `${FOLDER}${token}.json`;

const write = (bucket: Bucket, claim: Claim) =>
  bucket.put(keyOf(claim), new TextEncoder().encode(`${JSON.stringify(claim)}\n`), "application/json");

/** If it cannot be deleted, it counts as dead after ten minutes. */
const withdraw = (bucket: Bucket, claim: Claim) => bucket.delete(keyOf(claim)).catch(() => {});

/** Living claims of others. Removes those of the dead. */
async function othersOf(bucket: Bucket, mine: Claim): Promise<Partial<Claim>[]> {
  const listed = await Array.fromAsync(bucket.list(FOLDER));
  const now = listed.find(({ key }) => key === keyOf(mine))?.modifiedAt;
  if (now === undefined) throw takenOver(bucket.root);
  const living: Partial<Claim>[] = [];
  for (const { key, modifiedAt } of listed) {
    if (key === keyOf(mine)) continue;
    const claim = await read(bucket, key);
    if (!claim) continue;
    const isDead = Math.abs(now - modifiedAt) > QUIET_MS || (claim.process !== undefined && hasEnded(claim.process));
    if (isDead) await bucket.delete(key);
    else living.push(claim);
  }
  return living;
}

/** Undefined if it has just been withdrawn. */
async function read(bucket: Bucket, key: string): Promise<Partial<Claim> | undefined> {
  const bytes = await readBytes(bucket, key);
  if (!bytes) return undefined;
  try {
    return (JSON.parse(new TextDecoder().decode(bytes)) ?? {}) as Partial<Claim>;
  } catch {
    return {};
  }
}

class Held implements BackupLock {
  #beat: ReturnType<typeof setInterval>;
  #beating: Promise<void> | undefined;
  #lastBeat = Date.now();

  constructor(
    private bucket: Bucket,
    private claim: Claim,
  ) {
    this.#beat = setInterval(() => void (this.#beating ??= this.#live()), BEAT_MS);
    this.#beat.unref();
  }

  async #live(): Promise<void> {
    try {
      // Once others may have taken over, a claim that was removed must not come back.
      if (this.#isQuiet() || !(await this.bucket.open(keyOf(this.claim)))) return;
      await write(this.bucket, this.claim);
      this.#lastBeat = Date.now();
    } catch {
      // The next one may succeed.
    } finally {
      this.#beating = undefined;
    }
  }

  #isQuiet = () => Math.abs(Date.now() - this.#lastBeat) > QUIET_MS / 2;

  async requireHeld(): Promise<void> {
    const others = this.#isQuiet() ? undefined : await othersOf(this.bucket, this.claim);
    if (!others || others.some(({ held }) => held)) throw takenOver(this.bucket.root);
  }

  async [Symbol.asyncDispose]() {
    clearInterval(this.#beat);
    await this.#beating;
    await withdraw(this.bucket, this.claim);
  }
}
