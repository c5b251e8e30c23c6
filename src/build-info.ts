import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

import packageJson from "../package.json" with { type: "json" };

/** What runs here, for logs, metrics, /admin and bug reports. */
export interface BuildInfo {
  version: string;
  /** The commit of the sources, or "unknown". */
  commit: string;
  runtime: string;
}

const UNKNOWN = "unknown";
const COMMIT = /^[0-9a-f]{40,64}$/;

let known: BuildInfo | undefined;

/** Read once: a later `git pull` does not change what is already running. */
export const buildInfo = (): BuildInfo =>
  (known ??= {
    version: packageJson.version,
    commit: commitOf(join(import.meta.dir, "..")),
    runtime: `Bun ${Bun.version}`,
  });

export const shortCommit = (commit: string) => (commit === UNKNOWN ? commit : commit.slice(0, 10));

/**
 * An archive made by Git has the commit in the file COMMIT, and so does an image whose build wrote it there; a clone has
 * it in .git. Read from the files, since the machine may not have Git.
 */
export function commitOf(root: string): string {
  const stated = textOf(join(root, "COMMIT"));
  if (stated !== undefined && COMMIT.test(stated)) return stated;
  try {
    return headOf(gitFolder(join(root, ".git")));
  } catch {
    return UNKNOWN;
  }
}

/** In a worktree, .git is a file that says where the folder is. */
function gitFolder(path: string): string {
  const [, elsewhere] = /^gitdir: (.+)$/.exec(textOf(path) ?? "") ?? [];
  return elsewhere === undefined ? path : resolve(path, "..", elsewhere);
}

function headOf(folder: string): string {
  const head = textOf(join(folder, "HEAD")) ?? "";
  const [, branch] = /^ref: (.+)$/.exec(head) ?? [];
  if (branch === undefined) return COMMIT.test(head) ? head : UNKNOWN;
  // A worktree shares its branches with the clone it belongs to.
  const shared = resolve(folder, textOf(join(folder, "commondir")) ?? ".");
  const commit = textOf(join(shared, branch)) ?? packed(textOf(join(shared, "packed-refs")) ?? "", branch);
  return commit !== undefined && COMMIT.test(commit) ? commit : UNKNOWN;
}

const packed = (refs: string, branch: string) =>
  refs
    .split("\n")
    .find((line) => line.endsWith(` ${branch}`))
    ?.split(" ")[0];

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return undefined;
  }
}
