import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { diskFolder } from "../folders.ts";
import { ROOT } from "../world.ts";

const CURL = Bun.which("curl");
/** Otherwise a stand-in runs the lines of a document, which takes several times as long. */
export const HAS_CURL = CURL !== null;

/** A call of curl and its answer. */
export interface Noted {
  method: string;
  url: string;
  status: number;
  headers: string;
  body: string;
  /** The script's $STEP. */
  step: number;
}

/** Comes before curl in the PATH: records each call and its answer in a folder in $CALLS, in order. */
const RECORDER = `#!/bin/sh
i=1000
until mkdir "$CALLS/$i" 2>/dev/null; do i=$((i + 1)); done
folder=$CALLS/$i
shows=
for arg do
  shift
  case $arg in -i | -si) shows=yes ;; *) set -- "$@" "$arg" ;; esac
done
written="$STEP %{response_code} %{method} %{url_effective}"
"$CURL" "$@" -sS -D "$folder/headers" -o "$folder/body" -w "$written" >"$folder/call" || exit
if [ "$shows" ]; then cat "$folder/headers"; fi
if [ -e "$folder/body" ]; then cat "$folder/body"; fi
`;
const STAND_IN = `#!/bin/sh\nexec "${process.execPath}" "${import.meta.dir}/curl.ts" "$@"\n`;

interface Options {
  env: Record<string, string>;
  /** Where the lines are pasted; default: the checkout. */
  cwd?: string;
}

/** Pastes each step into the same shell, and returns what every curl sent and got. */
export async function paste(steps: string[], { env, cwd = ROOT }: Options): Promise<Noted[]> {
  const folder = diskFolder("shell");
  const [bin, calls] = [join(folder, "bin"), join(folder, "calls")];
  for (const path of [bin, calls]) mkdirSync(path);
  writeFileSync(join(bin, "curl"), CURL ? RECORDER : STAND_IN);
  chmodSync(join(bin, "curl"), 0o755);
  const script = steps.map((step, i) => `export STEP=${i}\n${step}\n`).join("");
  const child = Bun.spawn(["sh", "-c", script], {
    cwd,
    env: {
      PATH: `${bin}:${process.env.PATH}`,
      HOME: folder,
      // Not /tmp, where another run may have left the same file.
      TMPDIR: folder,
      CALLS: calls,
      ...(CURL ? { CURL } : {}),
      ...env,
    },
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
  const said = await new Response(child.stderr).text();
  if ((await child.exited) !== 0 || said !== "") throw new Error(`The shell ended with ${child.exitCode}: ${said}`);
  const folders = readdirSync(calls).sort();
  return folders.map((name) => readCall(join(calls, name)));
}

function readCall(folder: string): Noted {
  const read = (name: string) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), "utf8") : "");
  const [step, status, method, url] = read("call").trim().split(/\s/);
  const headers = read("headers").replace(/^HTTP\/\S+ 100 .*?\r\n\r\n/s, "");
  return { method: method!, url: url!, status: Number(status), headers, body: read("body"), step: Number(step) };
}
