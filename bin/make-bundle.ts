// Makes the bundle for bin/bundle.ts.
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import { bundleFolder, homeOf } from "./bundle.ts";

/** After this time, the process that was making it is gone. */
const STALE_MS = 10 * 60_000;

const root = process.argv[2]!;
const home = homeOf(root);
const folder = bundleFolder(root);
const part = `${folder}.part`;

// It is as public as the sources: other users may run them too.
process.umask(0o022);
mkdirSync(dirname(folder), { recursive: true });
if (existsSync(folder)) process.exit(); // another process has just made it
removeOthers();
mkdirSync(part); // fails while another process makes the same
try {
  await Bun.build({
    entrypoints: [join(home, "src/program.ts")],
    outdir: part,
    target: "bun",
    format: "cjs",
    bytecode: true,
    sourcemap: "linked",
    jsx: { development: false },
    tsconfig: join(home, "tsconfig.json"),
  });
  dropSources(join(part, "program.js.map"));
  for (const name of readdirSync(part)) sync(join(part, name));
  if (bundleFolder(root) !== folder) throw new Error("the sources have changed meanwhile");
  renameSync(part, folder);
} finally {
  rmSync(part, { recursive: true, force: true });
}

/** The first stack trace reads the whole map. Stack traces need its lines, not the texts, which are most of it. */
function dropSources(path: string) {
  const map = JSON.parse(readFileSync(path, "utf8")) as { sourcesContent: string[] };
  writeFileSync(path, JSON.stringify({ ...map, sourcesContent: map.sourcesContent.map(() => "") }));
}

/** A power cut must not leave half a bundle under its final name. */
function sync(path: string) {
  const fd = openSync(path, "r");
  fsyncSync(fd);
  closeSync(fd);
}

/** Programs that run from another bundle have read it. */
function removeOthers() {
  const parent = dirname(folder);
  for (const name of readdirSync(parent)) {
    const path = join(parent, name);
    if (name.endsWith(".part") && Date.now() - statSync(path).mtimeMs < STALE_MS) continue;
    rmSync(path, { recursive: true, force: true });
  }
}
