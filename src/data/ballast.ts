import { statfsSync, statSync, truncateSync } from "node:fs";
import { open, truncate, unlink } from "node:fs/promises";
import { dirname } from "node:path";

import { DomainError, explainOutage } from "../errors.ts";
import { message } from "../words/messages.ts";
import { handOver, rightfulOwner } from "../ownership.ts";

/** Room for the write-ahead log up to its next checkpoint, and for a large deletion on top. */
export const BALLAST_BYTES = 8 * 2 ** 20;
const PIECE = 2 ** 20;
/** Free space required before the ballast is made: what remains has to be enough to carry on. */
const MIN_FREE = 2 * BALLAST_BYTES;
/** With less, SQLite may be unable to create even the files it needs for reading. */
const MIN_TO_OPEN = 2 ** 20;

/** The disk of the database is full. */
export class DiskFullError extends DomainError {
  constructor(sentence: string) {
    super("unavailable", sentence);
    explainOutage(this, message("error.no-room"));
  }
}

/** For the operator. */
export const fullDisk = (database: string) =>
  `The disk of the database (${dirname(database)}) is full: make room on it, at least ${MIN_FREE / 2 ** 20} MB.`;

export function isDiskFull(database: string): boolean {
  try {
    return freeAt(database) < MIN_TO_OPEN;
  } catch {
    return false;
  }
}

/** `none`: never made, for lack of room or because no server is running. */
export type BallastState = "none" | "whole" | "spent";

/**
 * A file beside the database that only takes up space. SQLite needs space even to delete something, so when the disk
 * is full the ballast is given up for anything that deletes or hides. All other writes are refused until it is
 * restored, or they would take its place. A spent ballast is an empty file, for every process to see.
 */
export class Ballast {
  readonly #path: string;
  #spent: boolean;
  #filling: Promise<BallastState> | undefined;

  constructor(database: string) {
    this.#path = `${database}-ballast`;
    this.#spent = this.state() === "spent";
  }

  state(): BallastState {
    const { size = -1 } = statSync(this.#path, { throwIfNoEntry: false }) ?? {};
    if (size === 0) return "spent";
    return size >= BALLAST_BYTES ? "whole" : "none";
  }

  get isSpent(): boolean {
    return this.#spent;
  }

  requireUnspent(): void {
    if (!this.#spent) return;
    throw new DiskFullError(
      `The disk is full: until ${MIN_FREE / 2 ** 20} MB of it are free, things can only be deleted and hidden.`,
    );
  }

  /** Returns whether there may be more space now. */
  giveUp(): boolean {
    const state = this.state();
    if (state === "whole") truncateSync(this.#path, 0);
    const news = !this.#spent && state !== "none";
    this.#spent ||= news;
    return news;
  }

  /** Makes it if it is missing and there is room, and notices what other processes have done with it. */
  fill(): Promise<BallastState> {
    return (this.#filling ??= this.#fill().finally(() => (this.#filling = undefined)));
  }

  async #fill(): Promise<BallastState> {
    const before = this.state();
    if (before !== "whole" && freeAt(this.#path) >= MIN_FREE) await this.#write(before);
    const state = this.state();
    this.#spent = state === "spent";
    return state;
  }

  async #write(before: BallastState): Promise<void> {
    const file = await open(this.#path, "w", 0o600);
    try {
      handOver(file.fd, rightfulOwner(dirname(this.#path)));
      // Random, so that no file system can compress it or leave it out.
      for (let at = 0; at < BALLAST_BYTES; at += PIECE) await file.write(randomPiece());
    } catch {
      await (before === "spent" ? truncate(this.#path, 0) : unlink(this.#path));
    } finally {
      await file.close();
    }
  }
}

function freeAt(path: string): number {
  const { bavail, bsize } = statfsSync(dirname(path));
  return bavail * bsize;
}

function randomPiece(): Uint8Array {
  const piece = new Uint8Array(PIECE);
  for (let at = 0; at < PIECE; at += 65_536) crypto.getRandomValues(piece.subarray(at, at + 65_536));
  return piece;
}
