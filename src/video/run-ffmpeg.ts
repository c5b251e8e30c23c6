import { politely } from "../politely.ts";
import type { Ffmpeg } from "./ffmpeg.ts";

/** Limits of one run. */
export interface Run {
  /** An empty folder, or one with nothing but the video: the program can open files next to it. */
  folder: string;
  /** Counts only the time that it works, on each of its threads: a busy machine is not the video's fault. */
  deadlineMs: number;
  /** The largest file it may write. */
  maxBytes: number;
  signal?: AbortSignal | undefined;
  /** How many seconds of the video are done. */
  onProgress?: ((seconds: number) => void) | undefined;
}

export interface Outcome {
  ok: boolean;
  /** The end of what it said. */
  said: string;
  /** It was killed at its deadline. */
  tookTooLong: boolean;
}

const MAX_MEMORY = 2 * 1024 ** 3;
const MAX_FILES = 64;
const MAX_SAID = 32 * 1024;
const THREADS = "2";
/** How many deadlines to wait for one that gets no time to work. */
const PATIENCE = 10;

/** No terminal, no questions. */
const ALWAYS = ["-hide_banner", "-nostdin", "-nostats", "-y"];

const DEMUXERS = { mp4: "mov", webm: "matroska", gif: "gif" };

/** For every file that it reads: no network, no playlists, nothing large. The format is forced, never guessed. */
export const safely = (format: keyof typeof DEMUXERS, path: string) => [
  ...flags(`-protocol_whitelist file -max_pixels ${MAX_DECODED_PIXELS} -threads ${THREADS}`),
  ...flags(`-f ${DEMUXERS[format]} -i`),
  path,
];

/** Arguments without spaces in them. */
export const flags = (text: string) => text.split(" ");

/** A little more than the largest video we take, because codecs round up. */
const MAX_DECODED_PIXELS = 2048 * 2048;

/** Runs it as a child with limits. It is killed if it exceeds one, or if we stop. */
export async function runFfmpeg({ path }: Ffmpeg, args: readonly string[], run: Run): Promise<Outcome> {
  run.signal?.throwIfAborted();
  const { folder: cwd, deadlineMs } = run;
  const child = Bun.spawn([...limitsOf(run), ...politely(path, ...ALWAYS, ...args)], {
    cwd,
    env: { HOME: cwd, TMPDIR: cwd },
    stdin: "ignore",
    stdout: run.onProgress ? "pipe" : "ignore",
    stderr: "pipe",
    // Ctrl-C would end it, and the video would seem to be broken.
    detached: true,
  });
  let tookTooLong = false;
  const kill = () => child.kill("SIGKILL");
  const timer = setTimeout(
    () => {
      tookTooLong = true;
      kill();
    },
    deadlineMs * (hasPrlimit() ? PATIENCE : 1),
  );
  run.signal?.addEventListener("abort", kill);
  try {
    const following = run.onProgress && follow(child.stdout as ReadableStream<Uint8Array>, run.onProgress);
    const [said] = await Promise.all([endOf(child.stderr), following]);
    const code = await child.exited;
    run.signal?.throwIfAborted();
    // Nobody but the system kills it otherwise: at its limit of time.
    return { ok: code === 0, said, tookTooLong: tookTooLong || child.signalCode === "SIGKILL" };
  } finally {
    clearTimeout(timer);
    run.signal?.removeEventListener("abort", kill);
    kill();
  }
}

/** Where there is no prlimit, the deadline is by the clock. */
function limitsOf({ deadlineMs, maxBytes }: Run): string[] {
  const seconds = Math.ceil(deadlineMs / 1000) * Number(THREADS);
  const limits = [`--as=${MAX_MEMORY}`, `--cpu=${seconds}`, `--fsize=${maxBytes}`, `--nofile=${MAX_FILES}`, "--core=0"];
  return hasPrlimit() ? ["prlimit", ...limits] : [];
}

let prlimit: string | null | undefined;
const hasPrlimit = () => (prlimit ??= Bun.which("prlimit")) !== null;

/** A hostile file can make it say gigabytes. */
async function endOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of stream) text = (text + decoder.decode(part, { stream: true })).slice(-MAX_SAID);
  return text;
}

async function follow(stream: ReadableStream<Uint8Array>, tell: (seconds: number) => void): Promise<void> {
  const decoder = new TextDecoder();
  for await (const part of stream) {
    const times = decoder.decode(part).match(/out_time=(\d+):(\d+):(\d+(\.\d+)?)/g);
    const [, hours, minutes, seconds] = /(\d+):(\d+):([\d.]+)/.exec(times?.at(-1) ?? "") ?? [];
    if (seconds) tell((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds));
  }
}
