import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { LAST_ALONE, MIGRATIONS } from "../../src/data/migrations/index.ts";
import { diskFolder } from "../folders.ts";
import { ROOT } from "../world.ts";

/** The version before this one: its newest tag, or while there is none, the last commit before older nodes had to get along. */
export function lastRelease(): { commit: string } | { missing: string } {
  const tag = git("describe", "--tags", "--abbrev=0", "--match", "v*", "HEAD^");
  if (tag) return { commit: tag };
  const number = Object.keys(MIGRATIONS).find((name) => name > LAST_ALONE);
  const file = `src/data/migrations/${number}.ts`;
  const added = git("log", "--diff-filter=A", "--format=%H", "-1", "--", file);
  const before = added && git("rev-parse", "--verify", "--quiet", `${added}^`);
  return before
    ? { commit: before }
    : { missing: "This checkout has no history, so there is no earlier version to run." };
}

/** Puts that version beside this one, with the packages of this one. */
export function checkOut(commit: string): string {
  const folder = diskFolder("release");
  const archive = Bun.spawnSync(["git", "archive", "--format=tar", commit], { cwd: ROOT });
  const unpacked = Bun.spawnSync(["tar", "-x", "-C", folder], { stdin: archive.stdout });
  if (!archive.success || !unpacked.success) throw new Error(`${commit} could not be checked out.`);
  // All but the cache: it has the compiled program of this version.
  mkdirSync(join(folder, "node_modules"));
  for (const name of readdirSync(join(ROOT, "node_modules")))
    if (name !== ".cache") symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
  return folder;
}

function git(...args: string[]): string | undefined {
  const { success, stdout } = Bun.spawnSync(["git", ...args], { cwd: ROOT, stderr: "ignore" });
  return success ? String(stdout).trim() || undefined : undefined;
}
