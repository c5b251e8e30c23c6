// A seeded site and the real server on it, as child processes.
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { readConfig } from "../src/config.ts";
import type { OpenDatabase } from "../src/data/database.ts";
import { openDatabase } from "../src/data/open.ts";

const ROOT = join(import.meta.dir, "..");
export const WORK = join(import.meta.dir, ".work");
const AUTHOR = "amber_acorn_1";

export interface SiteOptions {
  memes: number;
  /** Undefined for SQLite. */
  postgresUrl: string | undefined;
  fresh: boolean;
}

export interface Site extends AsyncDisposable {
  memes: number;
  port: number;
  /** Belongs to the author with a thousand memes. */
  key: string;
  database: OpenDatabase;
  pid: number;
  memory(): Promise<{ now: number; most: number }>;
}

export async function openSite(options: SiteOptions): Promise<Site> {
  const folder = join(WORK, `${options.postgresUrl ? "postgres" : "sqlite"}-${options.memes}`);
  const env = environment(folder, options.postgresUrl);
  const key = await seedOnce(folder, env, options);
  await using opened = new AsyncDisposableStack();
  const database = opened.use(await openDatabase(readConfig(env, ROOT).database));
  const log = join(folder, "server.log");
  const server = Bun.spawn([join(ROOT, "guffaw"), "serve", "--json"], { env, stdout: "pipe", stderr: Bun.file(log) });
  opened.defer(async () => {
    server.kill("SIGTERM");
    await server.exited;
    rmSync(log, { force: true }); // hundreds of megabytes
  });
  const line = await firstLine(server.stdout);
  if (!line) throw new Error(`The server did not start: ${await Bun.file(log).text()}`);
  const { port } = JSON.parse(line) as { port: number };
  const done = opened.move();
  return {
    memes: options.memes,
    port,
    key,
    database,
    pid: server.pid,
    memory: () => memoryOf(server.pid),
    [Symbol.asyncDispose]: () => done.disposeAsync(),
  };
}

/** As in production: the log goes to a file, and the rate limit counts, although nobody reaches it. */
const environment = (folder: string, postgresUrl: string | undefined): Record<string, string> => ({
  PATH: process.env.PATH ?? "",
  GUFFAW_DATA: join(folder, "data"),
  GUFFAW_PORT: "0",
  GUFFAW_STARTER: "off",
  GUFFAW_LOG: "info",
  GUFFAW_RATE_LIMIT: "999999999/1s",
  GUFFAW_GUEST_LIMIT: "99999999/1s",
  ...(postgresUrl ? { GUFFAW_DATABASE_URL: postgresUrl } : {}),
});

/** Keeps the seeded site for the next run, because seeding takes longer than measuring. Returns an API key. */
async function seedOnce(folder: string, env: Record<string, string>, { memes, fresh }: SiteOptions): Promise<string> {
  const keyFile = join(folder, "key");
  if (!fresh && existsSync(keyFile)) return Bun.file(keyFile).text();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const sizes = { users: memes / 20, memes, ratings: memes * 10, comments: memes };
  const options = Object.entries(sizes).flatMap(([name, size]) => [`--${name}`, String(Math.ceil(size))]);
  await guffaw(env, "migrate");
  await guffaw(env, "seed", ...options);
  const made = await guffaw(env, "key", "create", AUTHOR, "--name", "benchmark");
  const { key } = JSON.parse(made) as { key: string };
  await Bun.write(keyFile, key);
  return key;
}

async function guffaw(env: Record<string, string>, ...args: string[]): Promise<string> {
  const child = Bun.spawn([join(ROOT, "guffaw"), ...args, "--json"], { env, stdout: "pipe", stderr: "inherit" });
  const output = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(`guffaw ${args.join(" ")} failed: ${output}`);
  return output;
}

/** A bare server that answers everything with this many bytes. */
export async function openBare(
  status: number,
  bytes: number,
): Promise<{ port: number; pid: number } & AsyncDisposable> {
  const command = [process.execPath, join(import.meta.dir, "bare.ts"), String(status), String(bytes)];
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "inherit" });
  return {
    port: Number(await firstLine(child.stdout)),
    pid: child.pid,
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
    },
  };
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  while (!text.includes("\n")) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  reader.releaseLock();
  return text.split("\n")[0]!;
}

const TICK_SECONDS = 0.01;

/** CPU time of a process, in seconds. Linux only; zero elsewhere. */
export async function cpuOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // Count from after the name, which may contain anything.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_SECONDS;
}

/** Memory in bytes, now and at its peak. Linux only; zero elsewhere. */
async function memoryOf(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const bytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) * 1024;
  return { now: bytes("VmRSS"), most: bytes("VmHWM") };
}
