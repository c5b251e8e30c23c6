import { join } from "node:path";

import { outcomeOf, type Outcome } from "../outcome.ts";
import { ROOT } from "../world.ts";

/** The programs among these that are not installed, as a reason to skip a check. */
export function missing(...programs: string[]): { skipped: string } | undefined {
  const absent = programs.filter((name) => !Bun.which(name));
  return absent.length ? { skipped: `needs ${absent.join(", ")}` } : undefined;
}

export interface CommandOptions {
  cwd?: string;
  env?: Record<string, string | undefined>;
}

/** Runs a program to its end. */
export const command = ([...args]: string[], { cwd = ROOT, env }: CommandOptions = {}): Promise<Outcome> =>
  outcomeOf(Bun.spawn(args, { cwd, env: { ...process.env, ...env }, stdin: "ignore", stdout: "pipe", stderr: "pipe" }));

/** Its output; throws if it fails. */
export async function must(args: string[], options?: CommandOptions): Promise<string> {
  const { code, stdout, stderr } = await command(args, options);
  if (code !== 0)
    throw new Error(`${args.join(" ")} ended with ${code}: ${stderr.slice(-2000) || stdout.slice(-2000)}`);
  return stdout;
}

/** A copy of everything under version control, as a fresh clone would have it, with what is not committed yet. */
export async function cloneTo(folder: string): Promise<void> {
  const files = await must(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
  const list = files.split("\0").filter((name) => name && Bun.file(join(ROOT, name)).size >= 0);
  for (let i = 0; i < list.length; i += 500) await must(["cp", "--parents", "-P", ...list.slice(i, i + 500), folder]);
}
