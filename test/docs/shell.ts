import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { diskFolder } from "../folders.ts";
import { ROOT } from "../world.ts";
import type { Noted } from "./curl.ts";

const CURL = Bun.which("curl");
/** What the lines of a document run with: the real curl if installed, and the stand-in. */
export const CURLS = [...(CURL ? ["curl"] : []), "its stand-in"];

interface Options {
  env: Record<string, string>;
  /** Where the lines are pasted; default: the checkout. */
  cwd?: string;
  /** One of CURLS. */
  curl?: string;
}

/** Pastes each step into the same shell, and returns what every curl sent and got. */
export async function paste(steps: string[], { env, cwd = ROOT, curl = CURLS[0] }: Options): Promise<Noted[]> {
  const folder = diskFolder("shell");
  const [bin, calls] = [join(folder, "bin"), join(folder, "calls")];
  for (const path of [bin, calls]) mkdirSync(path);
  writeFileSync(join(bin, "curl"), `#!/bin/sh\nexec "${process.execPath}" "${import.meta.dir}/curl.ts" "$@"\n`);
  chmodSync(join(bin, "curl"), 0o755);
  const script = steps.map((step, i) => `export STEP=${i}\n${step}\n`).join("");
  const child = Bun.spawn(["sh", "-c", script], {
    cwd,
    env: {
      PATH: `${bin}:${process.env.PATH}`,
      HOME: folder,
      CALLS: calls,
      ...(curl === "curl" ? { CURL: CURL! } : {}),
      ...env,
    },
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
  const said = await new Response(child.stderr).text();
  if ((await child.exited) !== 0 || said !== "") throw new Error(`The shell ended with ${child.exitCode}: ${said}`);
  const files = readdirSync(calls)
    .sort()
    .map((name) => join(calls, name, "call.json"));
  return files.filter((file) => existsSync(file)).map((file) => JSON.parse(readFileSync(file, "utf8")) as Noted);
}
