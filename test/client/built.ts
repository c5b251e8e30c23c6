import { cpSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import { freshFolder, ROOT } from "../world.ts";

export const CLIENT = join(ROOT, "client");

const DIST = join(CLIENT, "dist");
const newest = (folder: string) =>
  Math.max(0, ...readdirSync(folder).map((name) => statSync(join(folder, name)).mtimeMs));

/** Compiles the package, unless it is up to date. Several processes may test at once. */
export async function buildClient(): Promise<void> {
  // Written last.
  const done = join(DIST, "cjs/package.json");
  if (existsSync(done) && statSync(done).mtimeMs > newest(join(CLIENT, "src"))) return;
  const built = await run(["node", join(CLIENT, "build.mjs")]);
  if (built.code !== 0) throw new Error(built.stdout + built.stderr);
}

/** A project with the package installed as published, and the archive it came from. */
export async function installClient(): Promise<string> {
  const folder = freshFolder("author");
  cpSync(await (installed ??= packAndInstall()), folder, { recursive: true });
  return folder;
}

// Once per process: npm takes seconds.
let installed: Promise<string> | undefined;

async function packAndInstall(): Promise<string> {
  await buildClient();
  const folder = freshFolder("package");
  const packed = await run(["npm", "pack", "--json", "--ignore-scripts", "--pack-destination", folder]);
  const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
  const home = join(folder, "node_modules/guffaw-client");
  mkdirSync(home, { recursive: true });
  await run(["tar", "xzf", join(folder, filename), "-C", home, "--strip-components=1"]);
  return folder;
}

export interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a script with the given runtime, as an author would. */
export async function run(
  command: string[],
  options: { env?: Record<string, string>; cwd?: string } = {},
): Promise<Run> {
  const child = Bun.spawn(command, {
    cwd: options.cwd ?? CLIENT,
    env: { PATH: process.env.PATH!, HOME: process.env.HOME ?? "/", ...options.env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, stdout, stderr };
}

export const RUNTIMES = [
  ["Node", "node"],
  ["Bun", process.execPath],
] as const;
