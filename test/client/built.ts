import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

import { freshFolder } from "../folders.ts";
import { outcomeOf, type Outcome } from "../outcome.ts";

const ROOT = join(import.meta.dir, "../..");
export const CLIENT = join(ROOT, "client");

const DIST = join(CLIENT, "dist");
const sources = () => [
  ...readdirSync(join(CLIENT, "src")).map((name) => join("src", name)),
  "build.mjs",
  "tsconfig.json",
  "tsconfig.cjs.json",
  "../package-lock.json",
];
const newest = () => Math.max(...sources().map((name) => statSync(join(CLIENT, name)).mtimeMs));

/** Compiles the package, unless it is up to date. Several processes may test at once. */
export async function buildClient(): Promise<void> {
  // Written last.
  const done = join(DIST, "cjs/package.json");
  if (existsSync(done) && statSync(done).mtimeMs > newest()) return;
  const built = await run(["node", join(CLIENT, "build.mjs")]);
  if (built.code !== 0) throw new Error(built.stdout + built.stderr);
}

/** A project with the package installed as published, and the archive it came from. */
export async function installClient(): Promise<string> {
  const folder = freshFolder("author");
  cpSync(await (installed ??= packOnce()), folder, { recursive: true });
  return folder;
}

let installed: Promise<string> | undefined;

const CACHE = join(ROOT, "node_modules/.cache/client");

/** npm takes a second, so all processes and runs share an archive of the same files. */
async function packOnce(): Promise<string> {
  await buildClient();
  const folder = join(CACHE, await fingerprint());
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  const made = mkdtempSync(join(CACHE, "new-"));
  await packAndInstall(made);
  try {
    renameSync(made, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    // Another process was faster.
    rmSync(made, { recursive: true });
  }
  return folder;
}

/** Of everything in the folder: what is published depends on all of it. */
async function fingerprint(): Promise<string> {
  const hash = new Bun.CryptoHasher("sha256");
  const names = await Array.fromAsync(new Bun.Glob("**/*").scan({ cwd: CLIENT, dot: true }));
  for (const name of names.sort()) hash.update(`${name}\n`).update(await Bun.file(join(CLIENT, name)).bytes());
  return hash.digest("hex");
}

async function packAndInstall(folder: string): Promise<void> {
  const packed = await run(["npm", "pack", "--json", "--ignore-scripts", "--pack-destination", folder]);
  const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
  const home = join(folder, "node_modules/guffaw-client");
  mkdirSync(home, { recursive: true });
  await run(["tar", "xzf", join(folder, filename), "-C", home, "--strip-components=1"]);
}

/** Runs a script with the given runtime, as an author would. */
export async function run(
  command: string[],
  options: { env?: Record<string, string>; cwd?: string } = {},
): Promise<Outcome> {
  const child = Bun.spawn(command, {
    cwd: options.cwd ?? CLIENT,
    env: { PATH: process.env.PATH!, HOME: process.env.HOME ?? "/", ...options.env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  return await outcomeOf(child);
}

export const RUNTIMES = [
  ["Node", "node"],
  ["Bun", process.execPath],
] as const;

// Before the tests, because several of them use it at once.
if (import.meta.main) {
  const kept = await packOnce();
  for (const name of readdirSync(CACHE)) if (join(CACHE, name) !== kept) rmSync(join(CACHE, name), { recursive: true });
}
