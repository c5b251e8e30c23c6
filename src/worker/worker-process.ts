import { closeSync, read } from "node:fs";
import { join } from "node:path";

import { cut, decodeHeader, encodeHeader, HEADER_START, headerLength, type Header } from "./frames.ts";
import { usageOf } from "./usage.ts";

export interface WorkerLimits {
  /** CPU time for one lease. */
  seconds: number;
  /** Resident memory. */
  bytes: number;
}

const LIMITS: WorkerLimits = { seconds: 5, bytes: 512 * 1024 * 1024 };
/** A busy machine may take this long for five seconds of work. */
const MAX_SECONDS = 120;
/** If CPU time cannot be measured. */
const MAX_SECONDS_UNCOUNTED = 20;
const LOOK_EVERY_MS = 50;
/** Polls pause for a twentieth of the time waited so far, and at most this long. */
const MAX_PAUSE_MS = 100;
const PAUSE_PART = 20;
/** Maximum size of one write, so that pending bytes are never copied as a whole. */
const WRITE_BYTES = 256 * 1024;
/** No answer is longer. One that claims to be is not to be believed. */
const MAX_ANSWER = 256 * 1024 * 1024;

const ENTRY = join(import.meta.dir, "entry.ts");
/** Not our own environment, which holds secrets. Without these two, glibc keeps hundreds of megabytes. */
const ENVIRONMENT = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072" };

export type DeathReason = "time" | "memory" | "crash";

/** The worker is gone, and its job with it. */
export class WorkerDeath extends Error {
  constructor(readonly reason: DeathReason) {
    super(`A worker process ended: ${reason}`);
  }
}

export interface Answer<V = unknown> {
  value: V;
  bytes: Uint8Array[];
}

/** A worker's answer, or why there is none. */
interface AnswerHeader extends Header {
  value?: unknown;
  refused?: unknown;
  failed?: string;
}

/** The worker refused its input; this is its message. */
export class WorkerRefusal extends Error {
  constructor(readonly refused: unknown) {
    super("A worker refused its work.");
  }
}

/** A process that parses what strangers sent and can be killed at any moment. */
export class WorkerProcess {
  readonly #child: Bun.Subprocess<"pipe", "ignore", "ignore">;
  /** Answers come this way. The stdout stream would keep our process alive, and leave garbage the size of each answer. */
  readonly #fd: number;
  readonly #death: Promise<never>;
  #exchange: Promise<unknown> = Promise.resolve();
  #reason: DeathReason = "crash";
  #secondsAtStart = 0;
  gone = false;

  private constructor(readonly limits: WorkerLimits) {
    this.#child = Bun.spawn([process.execPath, "--no-env-file", ENTRY], {
      cwd: import.meta.dir,
      env: ENVIRONMENT,
      stdio: ["pipe", "ignore", "ignore", "pipe"],
    }) as Bun.Subprocess<"pipe", "ignore", "ignore">;
    this.#fd = this.#child.stdio[3] as unknown as number;
    this.#death = this.#child.exited.then(() => {
      this.gone = true;
      // Not before the last read from it: its number may be another file's by then.
      this.#exchange.then(() => closeSync(this.#fd)).catch(() => {});
      throw new WorkerDeath(this.#reason);
    });
    this.#death.catch(() => {});
  }

  /** Resolves once it is ready: loading its libraries counts against nobody's time. */
  static async start(limits = LIMITS): Promise<WorkerProcess> {
    const worker = new WorkerProcess(limits);
    await worker.#attended(() => worker.#receive());
    return worker;
  }

  get pid(): number {
    return this.#child.pid;
  }

  get memory(): number {
    return usageOf(this.pid)?.bytes ?? 0;
  }

  /** Starts counting its CPU time again. */
  beginLease() {
    this.#secondsAtStart = usageOf(this.pid)?.seconds ?? 0;
  }

  /** The parts arrive as one, and are released as they are sent. */
  ask<V>(job: string, about: object, parts: Uint8Array[]): Promise<Answer<V>> {
    return this.#attended(async () => {
      const length = parts.reduce((sum, part) => sum + part.length, 0);
      await this.#send({ ...about, job, bytes: [length] } as Header, parts);
      return this.#receive<V>();
    });
  }

  kill(reason: DeathReason = "crash") {
    this.#reason = reason;
    this.#child.kill("SIGKILL");
  }

  async #attended<T>(exchange: () => Promise<T>): Promise<T> {
    this.#child.ref();
    const stopWatching = this.#watch();
    const done = exchange().catch((error: unknown) => {
      if (error instanceof WorkerRefusal) throw error;
      // It can no longer be understood, or reached.
      this.kill(this.#reason);
      return this.#death;
    });
    this.#exchange = done.catch(() => {});
    try {
      return await Promise.race([done, this.#death]);
    } finally {
      stopWatching();
      // An idle worker must not keep the process alive. It ends when its stdin does.
      this.#child.unref();
    }
  }

  /** Kills it if it uses too much. */
  #watch(): () => void {
    const startedAt = performance.now();
    const timer = setInterval(() => {
      const used = usageOf(this.pid);
      const max = used ? MAX_SECONDS : MAX_SECONDS_UNCOUNTED;
      if (performance.now() - startedAt > max * 1000) this.kill("time");
      if (!used) return;
      if (used.seconds - this.#secondsAtStart > this.limits.seconds) this.kill("time");
      if (used.bytes > this.limits.bytes) this.kill("memory");
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }

  async #send(header: Header, parts: Uint8Array[]) {
    await this.#write(encodeHeader(header));
    for (let part = parts.shift(); part; part = parts.shift())
      for (let at = 0; at < part.length; at += WRITE_BYTES) await this.#write(part.subarray(at, at + WRITE_BYTES));
  }

  async #write(bytes: Uint8Array) {
    const { stdin } = this.#child;
    await stdin.write(bytes);
    await stdin.flush();
  }

  async #receive<V>(): Promise<Answer<V>> {
    const header = decodeHeader<AnswerHeader>(await this.#take(headerLength(await this.#take(HEADER_START))));
    if (header.refused !== undefined) throw new WorkerRefusal(header.refused);
    if (header.failed !== undefined) throw new WorkerRefusal(new Error(header.failed));
    const length = header.bytes.reduce((sum, one) => sum + one, 0);
    if (!(length >= 0 && length <= MAX_ANSWER)) throw new WorkerDeath("crash");
    return { value: header.value as V, bytes: cut(await this.#take(length), header.bytes) };
  }

  /** Reads this many bytes into one buffer. */
  async #take(length: number): Promise<Uint8Array> {
    const whole = new Uint8Array(length);
    let since = performance.now();
    for (let filled = 0; filled < length;) {
      const count = await this.#read(whole, filled);
      if (count === 0) throw new WorkerDeath("crash");
      filled += count ?? 0;
      const waited = performance.now() - since;
      if (count !== undefined) since += waited;
      else await Bun.sleep(Math.min(1 + waited / PAUSE_PART, MAX_PAUSE_MS));
    }
    return whole;
  }

  /** Undefined if there is nothing yet. */
  #read(into: Uint8Array, from: number): Promise<number | undefined> {
    return new Promise((resolve, reject) =>
      read(this.#fd, into, from, into.length - from, null, (error, count) => {
        if (!error) resolve(count);
        else if (error.code === "EAGAIN") resolve(undefined);
        else reject(error);
      }),
    );
  }
}
