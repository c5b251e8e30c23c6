#!/usr/bin/env bun
// The only reader of the environment and the command line.
import { join } from "node:path";
import { createInterface } from "node:readline";

import { main } from "../src/cli/main.ts";
import { readEnvFile } from "../src/env-file.ts";

// What it writes holds addresses and hashes: nobody else's business on a shared machine.
process.umask(0o077);

const root = join(import.meta.dir, "..");

/** What the environment itself says counts before the file. */
function environment() {
  for (const [name, value] of readEnvFile(join(root, ".env"))) process.env[name] ??= value;
  return process.env;
}

async function ask(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const { promise, resolve } = Promise.withResolvers<string>();
  lines.once("close", () => resolve("")); // Ctrl-C and Ctrl-D are no
  lines.question(question, resolve);
  const answer = await promise;
  lines.close();
  return answer;
}

/** Whoever stops reading has seen enough: the work goes on. Anything else that goes wrong with the output is a failure. */
let outcome: "written" | "unread" | "lost" = "written";
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
  if (outcome !== "written") return;
  outcome = code === "EPIPE" ? "unread" : "lost";
  if (outcome === "unread") return;
  process.stderr.write(`guffaw: Standard output could not be written to (${code}).\n`);
  process.exitCode = 1;
});
process.stderr.on("error", () => {}); // There is nobody left to tell.

const print = (text: string) => void (outcome === "written" && process.stdout.write(`${text}\n`));

const code = await main({
  argv: process.argv.slice(2),
  env: environment,
  root,
  terminal: (json) => ({
    say: (text) => void (json || print(text)),
    emit: (value) => void (json && print(JSON.stringify(value))),
    warn: (text) => void process.stderr.write(text),
    ask,
    isTTY: process.stderr.isTTY === true,
    stdin: () => Bun.stdin.text(),
  }),
});
process.exitCode ||= code;

// All that was opened is closed. A request to a storage that never answers would keep the process for minutes.
setTimeout(() => process.exit(), 1000).unref();
