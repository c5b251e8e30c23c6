import { join } from "node:path";

import { Interruption } from "../interruption.ts";
import { politely } from "../politely.ts";
import { FrameReader } from "./frame-reader.ts";
import { encodeHeader, type Header } from "./frames.ts";
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
/** Maximum size of one write, so that pending bytes are never copied as a whole. */
const WRITE_BYTES = 256 * 1024;

const ENTRY = join(import.meta.dir, "entry.ts");
/**
 * Not our own environment, which holds secrets. By default, glibc would keep hundreds of megabytes: a large piece of
 * memory goes back to the system at once, while smaller ones are used again, since the system clears every page it
 * gives.
 */
const ENVIRONMENT = {
  MALLOC_ARENA_MAX: "1",
  MALLOC_MMAP_THRESHOLD_: `${4 * 1024 * 1024}`,
  MALLOC_TRIM_THRESHOLD_: `${8 * 1024 * 1024}`,
};

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
  readonly #answers = new FrameReader<AnswerHeader>();
  readonly #death = new Interruption();
  #reason: DeathReason = "crash";
  #secondsAtStart = 0;
  #leaseSeconds: number | undefined;
  gone = false;

  private constructor(readonly limits: WorkerLimits) {
    this.#child = Bun.spawn(politely(process.execPath, "--no-env-file", ENTRY), {
      cwd: import.meta.dir,
      env: ENVIRONMENT,
      stdio: ["pipe", "ignore", "ignore", "socket-fd"],
      // Ctrl-C must not reach it, not even while it starts: what has arrived is finished.
      detached: true,
      onExit: () => {
        this.gone = true;
        this.#death.interrupt(new WorkerDeath(this.#reason));
      },
    }) as Bun.Subprocess<"pipe", "ignore", "ignore">;
  }

  /** Resolves once it is ready: loading its libraries counts against nobody's time. */
  static async start(limits = LIMITS): Promise<WorkerProcess> {
    const worker = new WorkerProcess(limits);
    await worker.#attended(() => worker.#answerTo(() => worker.#listen()));
    return worker;
  }

  get pid(): number {
    return this.#child.pid;
  }

  get memory(): number {
    return usageOf(this.pid)?.bytes ?? 0;
  }

  /** Starts counting its CPU time again, against a limit of its own if there is one. */
  beginLease(seconds?: number) {
    this.#leaseSeconds = seconds;
    this.#secondsAtStart = usageOf(this.pid)?.seconds ?? 0;
  }

  /** The parts arrive as one, and are released as they are sent. */
  ask<V>(job: string, about: object, parts: Uint8Array[]): Promise<Answer<V>> {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const header = { ...about, job, bytes: [length] } as Header;
    return this.#attended(() => this.#answerTo<V>(() => this.#send(header, parts)));
  }

  kill(reason: DeathReason = "crash") {
    this.#reason = reason;
    this.#child.kill("SIGKILL");
  }

  async #attended<T>(exchange: () => Promise<T>): Promise<T> {
    this.#child.ref();
    const stopWatching = this.#watch();
    const done = exchange().catch(async (error: unknown) => {
      if (error instanceof WorkerRefusal) throw error;
      // It can no longer be reached.
      this.kill(this.#reason);
      await this.#child.exited;
      throw new WorkerDeath(this.#reason);
    });
    try {
      return await this.#death.wait(done);
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
      if (used.seconds - this.#secondsAtStart > (this.#leaseSeconds ?? this.limits.seconds)) this.kill("time");
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

  /** Answers come over a socket, since a stream would keep our process alive. */
  async #listen() {
    const end = () => this.kill(this.#reason);
    const data = (_: unknown, chunk: Uint8Array) => {
      try {
        this.#answers.push(chunk);
      } catch {
        // It can no longer be understood.
        end();
      }
    };
    const fd = this.#child.stdio[3] as unknown as number;
    const options: Bun.FdSocketOptions = { fd, socket: { data, close: end } };
    // Missing in the types of connect.
    const socket = await Bun.connect(options as unknown as Bun.UnixSocketOptions);
    socket.unref();
  }

  async #answerTo<V>(ask: () => Promise<void>): Promise<Answer<V>> {
    // Before it can answer.
    const answer = this.#answers.read();
    await ask();
    const { header, bytes } = await answer;
    if (header.refused !== undefined) throw new WorkerRefusal(header.refused);
    if (header.failed !== undefined) throw new WorkerRefusal(new Error(header.failed));
    return { value: header.value as V, bytes };
  }
}
