// A seeded site and the real server on it, as child processes.
import { constants, cpSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { readConfig } from "../src/config.ts";
import type { OpenDatabase } from "../src/data/database.ts";
import { openDatabase } from "../src/data/open.ts";
import { seedOnce, type Seeded } from "./seeded.ts";

export const ROOT = join(import.meta.dir, "..");
export const WORK = join(import.meta.dir, ".work");

export interface SiteOptions {
  memes: number;
  /** Undefined for SQLite. */
  postgresUrl?: string;
  /** Seeds again instead of reusing an earlier run's data. */
  fresh?: boolean;
  /** Settings in addition to those of every site. */
  env?: Record<string, string>;
}

/** A server process to measure. */
export interface Running {
  port: number;
  pid: number;
}

export interface Site extends Running, Seeded, AsyncDisposable {
  memes: number;
  kind: "sqlite" | "postgres";
  /** Its copy of the seeded data is in "data" there. */
  folder: string;
  database: OpenDatabase;
}

/** The server works on a copy, so that every run measures the same data. */
export async function openSite(options: SiteOptions): Promise<Site> {
  await using opened = new AsyncDisposableStack();
  const { env, folder, key, writers } = opened.use(await copyOf(options));
  const { port, pid } = opened.use(await startServer(env, join(folder, "server.log")));
  const database = opened.use(await openDatabase(readConfig(env, ROOT).database));
  const done = opened.move();
  return {
    memes: options.memes,
    kind: options.postgresUrl ? "postgres" : "sqlite",
    port,
    pid,
    folder,
    key,
    writers,
    database,
    [Symbol.asyncDispose]: () => done.disposeAsync(),
  };
}

export const seedFolder = ({ memes, postgresUrl }: SiteOptions) =>
  join(WORK, `${postgresUrl ? "postgres" : "sqlite"}-${memes}`, "seed");

/** A copy of the seeded data folder, with the settings for a server on it. On PostgreSQL, the rows are not copied. */
export async function copyOf(options: SiteOptions) {
  const { memes, postgresUrl, fresh = false } = options;
  const seed = seedFolder(options);
  const seeded = await seedOnce(seed, { memes, fresh, env: environment(seed, postgresUrl) });
  const copy = copyFolder(seed);
  return { ...seeded, ...copy, env: { ...environment(copy.folder, postgresUrl), ...options.env } };
}

export function copyFolder(seed: string) {
  const folder = `${seed}-${process.pid}-${copies++}`;
  cpSync(seed, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return {
    folder,
    async [Symbol.asyncDispose]() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
let copies = 0;

/** As in production: the log goes to a file, and the limits count, although nobody reaches them. */
export const environment = (folder: string, postgresUrl?: string): Record<string, string> => ({
  PATH: process.env.PATH ?? "",
  GUFFAW_DATA: join(folder, "data"),
  GUFFAW_PORT: "0",
  GUFFAW_STARTER: "off",
  GUFFAW_LOG: "info",
  GUFFAW_RATE_LIMIT: "999999999/1s",
  GUFFAW_GUEST_LIMIT: "99999999/1s",
  GUFFAW_POSTS_PER_HOUR: "100000",
  GUFFAW_POSTS_PER_HOUR_SITE: "100000",
  GUFFAW_STORAGE_PER_ACCOUNT: "100GB",
  ...(postgresUrl ? { GUFFAW_DATABASE_URL: postgresUrl } : {}),
});

export async function startServer(env: Record<string, string>, log: string): Promise<Running & AsyncDisposable> {
  const server = Bun.spawn([join(ROOT, "guffaw"), "serve", "--json"], { env, stdout: "pipe", stderr: Bun.file(log) });
  const kill = () => server.kill("SIGTERM");
  process.once("exit", kill); // if the benchmark is interrupted
  let isStopping = false;
  const stop = async () => {
    process.off("exit", kill);
    isStopping = true;
    kill();
    await server.exited;
    rmSync(log, { force: true }); // hundreds of megabytes
  };
  const line = await firstLine(server.stdout);
  if (!line) {
    const reason = await Bun.file(log).text();
    await stop();
    throw new Error(`The server did not start: ${reason}`);
  }
  void server.exited.then(async (code) => isStopping || console.error(await lastWords(server.signalCode ?? code, log)));
  const { port } = JSON.parse(line) as { port: number };
  return { port, pid: server.pid, [Symbol.asyncDispose]: stop };
}

/** Of a server that nobody asked to stop. */
async function lastWords(outcome: string | number, log: string): Promise<string> {
  const lines = await Bun.file(log).slice(-4096).text();
  return `The server ended by itself (${outcome}). The end of its log:\n${lines}`;
}

export async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
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

/** A new file for the requests of a client. */
export function workFile(): string {
  mkdirSync(WORK, { recursive: true });
  return join(WORK, `requests-${process.pid}-${files++}`);
}
let files = 0;

/** Copies and requests of runs that were interrupted. */
export function removeLeftovers(folder = WORK) {
  for (const entry of existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []) {
    const path = join(folder, entry.name);
    const pid = /^(?:requests|seed)-(\d+)-\d+$/.exec(entry.name)?.[1];
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(path, { recursive: true, force: true });
    else if (folder === WORK && entry.isDirectory()) removeLeftovers(path);
  }
}
