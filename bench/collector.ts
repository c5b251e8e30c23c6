// How long the garbage collector holds up a program, by the number of functions that the program runs. At the end of
// each full collection it visits all that have run lately, and nothing else happens meanwhile.
import { join } from "node:path";

import type { CollectorContent } from "./result.ts";
import type { Running } from "./site.ts";
import { ms, table, whole } from "./table.ts";

const COUNTS = [0, 500, 1000, 2000, 4000];
const PATIENCE_MS = 10_000;

/** `file` is where our server writes how many functions it has. */
export async function measureCollector(ours: Running, file: string, seconds: number): Promise<CollectorContent> {
  const rows = [];
  for (const functions of COUNTS) rows.push({ functions, wait: await waitOf(functions, seconds) });
  return { rows, ours: await functionsOf(ours, file) };
}

/** In milliseconds. */
async function waitOf(functions: number, seconds: number): Promise<number> {
  const program = join(import.meta.dir, "many-functions.ts");
  const child = Bun.spawn([process.execPath, program, String(functions), String(seconds)], { stderr: "inherit" });
  const wait = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(`The program with ${functions} functions failed.`);
  return Number(wait);
}

/** Settings of a server that writes there how many functions it has. */
export const telling = (file: string) => ({
  BUN_OPTIONS: `--preload=${join(import.meta.dir, "functions-of.ts")}`,
  BENCH_FUNCTIONS_FILE: file,
});

async function functionsOf({ pid }: Running, file: string): Promise<number> {
  process.kill(pid, "SIGUSR2");
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await Bun.sleep(50)) {
    const told = Bun.file(file);
    if (told.size > 0) return Number(await told.text());
  }
  throw new Error("The server did not say how many functions it has.");
}

export function collectorTable({ rows, ours }: CollectorContent): string {
  const lines = rows.map(({ functions, wait }) => [whole(functions), `${ms(wait)} ms`]);
  return `${table([["functions", "waits"], ...lines])}\nOur server has ${whole(ours)}.`;
}
