import { closeSync, existsSync, openSync, unlinkSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { MAX_WORKERS } from "../config/limits.ts";
import { SharedMoments } from "./shared-moments.ts";
import { SharedRoom } from "./shared-room.ts";

const HEADER_BYTES = 4096;
const ROOMS = ["large", "small"] as const;
export type RoomKind = (typeof ROOMS)[number];
const ROOMS_START = HEADER_BYTES + SharedMoments.BYTES;
const BYTES = ROOMS_START + ROOMS.length * SharedRoom.BYTES;
/** Memory that looks like a folder of files. */
const MEMORY_FOLDER = "/dev/shm";

/** Memory that the parent and all server processes see: a file without a name, handed on as an open descriptor. */
export class SharedMemory {
  /** Which processes are serving: 1 or 0, by index. Only the parent writes it. */
  readonly running: Int32Array;
  readonly #seed: number;

  private constructor(private bytes: Uint8Array) {
    const { buffer, byteOffset } = bytes;
    this.running = new Int32Array(buffer, byteOffset, MAX_WORKERS);
    this.#seed = new Uint32Array(buffer, byteOffset + HEADER_BYTES - 4, 1)[0]!;
  }

  /** All kinds share one table; ids of different kinds never meet. */
  momentsOf(kind: string): SharedMoments {
    const { buffer, byteOffset } = this.bytes;
    return new SharedMoments(buffer, byteOffset + HEADER_BYTES, Bun.hash.xxHash32(kind, this.#seed));
  }

  /** `index` is the process that asks. */
  roomOf(kind: RoomKind, index: number): SharedRoom {
    const { buffer, byteOffset } = this.bytes;
    const offset = byteOffset + ROOMS_START + ROOMS.indexOf(kind) * SharedRoom.BYTES;
    return new SharedRoom(buffer, offset, { index, salt: this.#seed });
  }

  /** A process has ended: it serves nobody and holds nothing. */
  clear(index: number): void {
    Atomics.store(this.running, index, 0);
    for (const kind of ROOMS) this.roomOf(kind, index).clear(index);
  }

  static map(descriptor: number): SharedMemory {
    return new SharedMemory(Bun.mmap(`/proc/self/fd/${descriptor}`, { shared: true }));
  }

  /** Returns the descriptor. Written in full, since a disk that fills up later would end whoever touches a hole. */
  static create(): number {
    const path = join(existsSync(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir(), `guffaw-${crypto.randomUUID()}`);
    const descriptor = openSync(path, "wx+", 0o600);
    unlinkSync(path);
    try {
      const zeros = new Uint8Array(BYTES);
      crypto.getRandomValues(zeros.subarray(HEADER_BYTES - 4, HEADER_BYTES));
      for (let at = 0; at < BYTES;) at += writeSync(descriptor, zeros, at);
      return descriptor;
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  }
}
