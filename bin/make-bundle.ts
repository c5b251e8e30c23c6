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
import { basename, dirname, join } from "node:path";

import { hasEnded, PROCESS_NAME } from "../src/process-name.ts";
import { bundleFolder, homeOf } from "./bundle.ts";

/** For processes of which we cannot know whether they have ended: those of another machine. Ten times what it takes. */
const STALE_MS = 60_000;

/** Loaded from node_modules by the few who send mails or use passkeys. */
const SELDOM_USED = ["nodemailer", "@simplewebauthn/server"];

const root = process.argv[2]!;
const home = homeOf(root);
const folder = bundleFolder(root);
/** Nobody else's, so what a killed process has left behind is in nobody's way. */
const part = `${folder}.${PROCESS_NAME}.part`;

// It is as public as the sources: other users may run them too.
process.umask(0o022);
mkdirSync(part, { recursive: true });
try {
  removeOthers();
  if (!existsSync(folder) && isMine()) await make();
} finally {
  rmSync(part, { recursive: true, force: true });
}

async function make() {
  await Bun.build({
    entrypoints: [join(home, "src/program.ts")],
    outdir: part,
    target: "bun",
    format: "cjs",
    bytecode: true,
    // It stays in memory, source and all.
    minify: { whitespace: true, syntax: true },
    external: SELDOM_USED,
    sourcemap: "linked",
    jsx: { development: false },
    tsconfig: join(home, "tsconfig.json"),
  });
  dropSources(join(part, "program.js.map"));
  for (const name of readdirSync(part)) sync(join(part, name));
  if (bundleFolder(root) !== folder) throw new Error("the sources have changed meanwhile");
  renameSync(part, folder); // fails if another process was faster
}

/** Whether this process is to make it, of all that have come to make the same. */
function isMine(): boolean {
  const rivals = readdirSync(dirname(folder)).filter((name) => name.startsWith(`${basename(folder)}.`));
  return rivals.sort()[0] === basename(part);
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
    if (path === folder || (name.endsWith(".part") && isAlive(path))) continue;
    rmSync(path, { recursive: true, force: true });
  }
}

function isAlive(path: string): boolean {
  const maker = basename(path, ".part").split(".").slice(1).join(".");
  // Another process may just have removed it.
  const { mtimeMs = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return !hasEnded(maker) && Date.now() - mtimeMs < STALE_MS;
}
