// Runs in a worker process: parses what strangers sent, one job at a time. It ends with the process that started it,
// because its stdin does.
import { writeFileSync, writeSync } from "node:fs";

import type { DomainError } from "../errors.ts";
import { decodeHeader, encodeHeader, HEADER_START, headerLength, type Header } from "./frames.ts";

const ANSWERS = 3;
/**
 * A worker below the first size leaves its garbage alone. Above the second, it collects it after every job, because
 * garbage must not count against the next one, nor the worker be replaced for it. In between, it collects it once it
 * has grown by the third: fonts alone may take it there, and a collection takes as long as a fifth of a meme.
 */
const [SMALL, LARGE, GROWTH] = [100, 110, 8].map((megabytes) => megabytes * 1024 * 1024) as [number, number, number];

type Outcome = { value: unknown; bytes?: Uint8Array[] };
type Job = (about: never, bytes: Uint8Array) => Promise<Outcome> | Outcome;

const reader = Bun.stdin.stream().getReader();
/** Reads ahead while working, so that it stops at once when its parent is gone. */
const arrived: Uint8Array[] = [];
let wake = () => {};

/** Reads this many bytes into one buffer. */
async function take(length: number): Promise<Uint8Array> {
  const whole = new Uint8Array(length);
  for (let filled = 0; filled < length;) {
    while (arrived.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    const part = arrived.shift()!;
    const used = part.subarray(0, length - filled);
    whole.set(used, filled);
    filled += used.length;
    if (used.length < part.length) arrived.unshift(part.subarray(used.length));
  }
  return whole;
}

async function listen(): Promise<never> {
  for (;;) {
    const { value, done } = await reader.read();
    // SIGKILL, because exit() would wait for libraries that are still working.
    if (done) process.kill(process.pid, "SIGKILL");
    else arrived.push(value);
    wake();
  }
}

async function work(): Promise<never> {
  const { JOBS } = await load();
  answer({ value: "ready" });
  for (;;) {
    const header = await take(headerLength(await take(HEADER_START)));
    const { job, bytes, ...about } = decodeHeader<Header & { job: keyof typeof JOBS }>(header);
    try {
      answer(await (JOBS[job] as Job)(about as never, await take(bytes[0]!)));
    } catch (error) {
      // A refusal carries a message for people; anything else is a bug of ours.
      const { userMessage: refused } = error as Partial<DomainError>;
      send(refused === undefined ? { failed: describe(error), bytes: [] } : { refused, bytes: [] }, []);
    }
    collectGarbage();
  }
}

/** The smallest it has been since the last collection. */
let inUse = Infinity;

function collectGarbage() {
  const memory = process.memoryUsage.rss();
  inUse = Math.min(inUse, memory);
  if (memory <= SMALL || memory <= Math.min(LARGE, inUse + GROWTH)) return;
  Bun.gc(true);
  inUse = process.memoryUsage.rss();
}

/** Reports to the parent what is missing on this machine. */
async function load() {
  try {
    return await import("./jobs.ts");
  } catch (error) {
    send({ failed: describe(error), bytes: [] }, []);
    throw error;
  }
}

const describe = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

const answer = ({ value, bytes = [] }: Outcome) =>
  send({ value, bytes: bytes.map(({ length }) => length) } as Header, bytes);

function send(header: Header & { value?: unknown; failed?: string; refused?: unknown }, bytes: Uint8Array[]) {
  for (const one of [encodeHeader(header), ...bytes]) write(one);
}

function write(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(ANSWERS, bytes, at);
    } catch (error) {
      if ((error as { code?: string }).code !== "EAGAIN") throw error;
      Bun.sleepSync(1);
    }
  }
}

// Ctrl-C and service managers signal all processes of a service. The server finishes what has arrived, and then ends
// us.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

// If memory runs out, the system should kill this process, not the server.
try {
  writeFileSync("/proc/self/oom_score_adj", "500");
} catch {
  // Not on this system.
}

void listen();
await work();
