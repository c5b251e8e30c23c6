#!/usr/bin/env bun
// The only reader of the environment and the command line.
import { join } from "node:path";
import { createInterface } from "node:readline";

import { loadProgram } from "./bundle.ts";

// The files it writes hold addresses and hashes, which other users of a shared machine must not read.
const umask = process.umask(0o077);

const root = join(import.meta.dir, "..");

async function ask(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const { promise, resolve } = Promise.withResolvers<string>();
  lines.once("close", () => resolve("")); // Ctrl-C and Ctrl-D mean no
  lines.question(question, resolve);
  const answer = await promise;
  lines.close();
  return answer;
}

/** npm repeats the Ctrl-C that its terminal has sent to all processes, and people press it twice. */
const REPEAT_MS = 5000;

/** Whoever signals again after that wants no more waiting: a long upgrade at startup, say, has no limit of its own. */
function stopSignal(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let firstAt: number | undefined;
  const stop = (signal: string) => {
    resolve(signal);
    firstAt ??= performance.now();
    if (performance.now() - firstAt < REPEAT_MS) return;
    endWithin(0, `guffaw: Another ${signal} came while it was stopping, so the rest was cut off.\n`);
  };
  // Not once(): the second signal would find the system's handler, and cut off what is being finished.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
  return promise;
}

function endWithin(ms: number, why: string) {
  const end = () => process.stderr.write(why, () => process.exit(1));
  setTimeout(end, ms).unref();
}

/** A closed pipe (`| head`) means the reader has seen enough, and the work continues. Other write errors are failures. */
let outcome: "written" | "unread" | "lost" = "written";
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
  if (outcome !== "written") return;
  outcome = code === "EPIPE" ? "unread" : "lost";
  if (outcome === "unread") return;
  process.stderr.write(`guffaw: Could not write to standard output (${code}).\n`);
  process.exitCode = 1;
});
process.stderr.on("error", () => {}); // nowhere left to report it

/** Not with Bun.write: when a pipe is full, it writes the beginning of the bytes twice. */
const writeLog = (bytes: Uint8Array) => new Promise((written) => process.stderr.write(bytes, written));

const print = (text: string) => void (outcome === "written" && process.stdout.write(`${text}\n`));

const { main, addEnvFile } = await loadProgram(root);
const code = await main({
  argv: process.argv.slice(2),
  env: () => addEnvFile(process.env, join(root, ".env")),
  root,
  terminal: (json) => ({
    say: (text) => void (json || print(text)),
    emit: (value) => void (json && print(JSON.stringify(value))),
    warn: (text) => void process.stderr.write(text),
    log: writeLog,
    ask,
    isTTY: process.stderr.isTTY === true,
    umask,
    stdin: () => Bun.stdin.text(),
    stopSignal,
    endWithin,
  }),
});
process.exitCode ||= code;

// Everything is closed by now. Without this, a request to a storage that never answers would keep the process alive for minutes.
setTimeout(() => process.exit(), 1000).unref();
