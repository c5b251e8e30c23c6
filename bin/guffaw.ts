#!/usr/bin/env bun
// The only reader of the environment and the command line.
import { join } from "node:path";

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

process.exitCode = await main({
  argv: process.argv.slice(2),
  env: environment,
  root,
  terminal: (json) => ({
    say: (text) => void (json || process.stdout.write(`${text}\n`)),
    emit: (value) => void (json && process.stdout.write(`${JSON.stringify(value)}\n`)),
    warn: (text) => void process.stderr.write(text),
    isTTY: process.stderr.isTTY === true,
    stdin: () => Bun.stdin.text(),
  }),
});
