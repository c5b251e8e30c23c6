// The figures of a run as JSON: for the next program, and for docs/performance.md.
import { cpus, totalmem } from "node:os";
import { dirname, join } from "node:path";
import { existsSync, mkdirSync } from "node:fs";

import type { Figure } from "./figure.ts";

export interface Machine {
  processor: string;
  cores: number;
  /** Gigabytes. */
  memory: number;
  system: string;
  bun: string;
}

/** A new run replaces its own part of the result and keeps the others. */
export interface Part<Content> {
  /** Day of the run. */
  on: string;
  machine: Machine;
  content: Content;
}

/** Ratings, comments and accounts grow with the memes. */
export interface TableContent {
  memes: number;
  rounds: number;
  seconds: number;
  figures: Figure[];
}

export interface ScaleContent {
  sizes: number[];
  /** CPU time per request in microseconds, one for each size. */
  rows: { name: string; cpu: number[]; figures: Figure[] }[];
  memory: Figure[];
}

export interface ComparedRow {
  name: string;
  /** By server, in the order of `servers`; undefined if a server has no such answer. */
  cpu: (number | null)[];
  perSecond: (number | null)[];
}

export interface ComparedContent {
  memes: number;
  servers: string[];
  rows: ComparedRow[];
}

export interface CollectorContent {
  /** How long a program waits for the collector, in milliseconds, by how many functions it runs. */
  rows: { functions: number; wait: number }[];
  /** Functions of our server that have run lately. */
  ours: number;
}

export interface PagesContent {
  rounds: number;
  figures: Figure[];
}

export interface Result {
  sqlite?: Part<TableContent>;
  postgres?: Part<TableContent>;
  scale?: Part<ScaleContent>;
  workers?: Part<ComparedContent>;
  peers?: Part<ComparedContent>;
  limit?: Part<ComparedContent>;
  collector?: Part<CollectorContent>;
  pages?: Part<PagesContent>;
}

export const RESULT_FILE = join(import.meta.dir, ".work/result.json");

export const machine = (): Machine => ({
  processor: cpus()[0]?.model.trim() ?? "unknown",
  cores: cpus().length,
  memory: Math.round(totalmem() / 2 ** 30),
  system: process.platform,
  bun: Bun.version,
});

export async function readResult(file: string): Promise<Result> {
  return existsSync(file) ? ((await Bun.file(file).json()) as Result) : {};
}

/** Does nothing without a file: a quick or partial run is not worth keeping, unless somebody asks for it. */
export async function saveResult<Name extends keyof Result>(
  file: string | undefined,
  name: Name,
  content: NonNullable<Result[Name]>["content"],
): Promise<void> {
  if (file === undefined) return;
  mkdirSync(dirname(file), { recursive: true });
  const part = { on: new Date().toISOString().slice(0, 10), machine: machine(), content };
  await Bun.write(file, `${JSON.stringify({ ...(await readResult(file)), [name]: part }, null, 2)}\n`);
}
