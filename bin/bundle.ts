import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statfsSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";

const MAKER = join(import.meta.dir, "make-bundle.ts");
/** What it depends on besides everything in src/. The lock file stands for the packages. */
const BESIDES = ["package.json", "package-lock.json", "tsconfig.json", "bin/make-bundle.ts"];
/** Folders with sources. */
const FOLDERS = ["src", "assets/starter", "assets/templates"];
/** Several times what a bundle takes. */
const MIN_FREE_BYTES = 100 * 1024 * 1024;

/**
 * The program as one file of bytecode, which starts several times as fast as its sources. The first command after a
 * change makes it. Where that is impossible, as on a full or read-only disk, the sources run.
 */
export async function loadProgram(root: string): Promise<typeof import("../src/program.ts")> {
  try {
    const folder = bundleFolder(root);
    if (!existsSync(folder)) makeBundle(root, folder);
    requireTrusted(folder, join(homeOf(root), "node_modules"));
    return require(join(folder, "program.js"));
  } catch {
    return import("../src/program.ts");
  }
}

/** Named after all that decides what the bundle holds. Reading it takes 8 ms and, unlike dates, cannot mislead. */
export function bundleFolder(root: string): string {
  const home = homeOf(root);
  const sources = FOLDERS.flatMap((folder) =>
    readdirSync(join(home, folder), { recursive: true, encoding: "utf8" })
      .filter(isSource)
      .sort()
      .map((name) => join(folder, name)),
  );
  let hash = Bun.hash(`${Bun.version} ${Bun.revision} ${home}`) as bigint;
  for (const file of [...BESIDES, ...sources])
    hash = Bun.hash(readFileSync(join(home, file)), Bun.hash(file, hash) as bigint) as bigint;
  return join(home, "node_modules/.cache/guffaw", hash.toString(36));
}

/** The checkout with the sources, should they be linked from another. */
export const homeOf = (root: string) => dirname(realpathSync(join(root, "src")));

const isSource = (name: string) => /\.(tsx?|json)$/.test(name);

/** The owner of the packages decides what runs here anyway. What other users have put there could be anything. */
function requireTrusted(folder: string, packages: string) {
  const trusted = [0, process.geteuid?.(), statSync(packages).uid];
  if (!trusted.includes(statSync(folder).uid)) throw new Error("the bundle is somebody else's");
}

/** In another process, since compiling takes much memory; for the owner of the folder, who must be able to remove it. */
function makeBundle(root: string, folder: string) {
  let parent = dirname(folder);
  while (!existsSync(parent)) parent = dirname(parent);
  accessSync(parent, constants.W_OK);
  const { bavail, bsize } = statfsSync(parent);
  if (bavail * bsize < MIN_FREE_BYTES) throw new Error("the disk is nearly full");
  const { uid, gid } = statSync(parent);
  Bun.spawnSync([process.execPath, "--no-env-file", MAKER, root], {
    ...(process.geteuid?.() === 0 && { uid, gid }),
    cwd: root,
    env: {},
    stdio: ["ignore", "ignore", "ignore"],
  });
  if (!existsSync(folder)) throw new Error("the sources cannot be compiled, or another process is still at it");
}
