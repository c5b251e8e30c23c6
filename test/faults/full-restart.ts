// Runs where it may mount: restarts a site on a completely full disk, and prints the outcome.
import { rmSync, statSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { guffaw, launchServer, startServer } from "../cli/guffaw.ts";
import { fill } from "./full-disk.ts";

export interface FullRestart {
  /** With the ballast intact, before anything was deleted. */
  readyz: string;
  /** With the ballast intact: exit codes, and the ballast afterwards. */
  whole: { show: number; remove: number; ballast: number; readyz: string };
  /** With the ballast spent. */
  spent: { stderr: string; code: number }[];
  /** Without a server, once there is a little space. */
  little: Record<string, number>;
  refused: string;
  /** Once there is enough. */
  roomy: { create: number; ballast: number; doctor: string };
}

const SIZE_MB = 40;

async function run(folder: string): Promise<FullRestart> {
  Bun.spawnSync(["mount", "-t", "tmpfs", "-o", `size=${SIZE_MB}m`, "none", folder]);
  const env = { GUFFAW_DATA: folder, GUFFAW_LOG: "error" };
  const code = async (...args: string[]) => (await guffaw(args, { env })).code;
  const [ballast, filling] = [join(folder, "guffaw.db-ballast"), join(folder, "filling")];
  const ready = async (origin: string) => (await fetch(`${origin}/readyz`)).text();
  const first = await startServer(env);
  for (const name of ["bob", "eve"]) await code("user", "create", name);
  fill(filling);
  const readyz = await ready(first.origin());
  await first.stop();
  fill(filling);

  const show = await code("user", "show", "bob");
  const server = await launchServer(env);
  const whole = { show, remove: await code("user", "delete", "bob", "--yes"), ballast: statSync(ballast).size };
  const readyAgain = await ready(server.origin());
  server.child.kill("SIGKILL");
  await server.child.exited;
  const spent: FullRestart["spent"] = [];
  // With the killed process's files it fails at the first write. Then those files are gone, and it fails to open.
  for (let i = 0; i < 2; i++) {
    fill(filling);
    const { stderr, code: ended } = await guffaw(["serve"], { env: { ...env, GUFFAW_PORT: "0" } });
    spent.push({ stderr, code: ended });
  }

  truncateSync(filling, statSync(filling).size - 4 * 2 ** 20);
  const litter = join(folder, "images", "probe-00000000-0000-4000-8000-000000000000");
  writeFileSync(litter, "x");
  utimesSync(litter, 0, 0);
  const little = {
    remove: await code("user", "delete", "eve", "--yes"),
    sweep: await code("sweep"),
    create: await code("user", "create", "ann"),
  };
  const refused = (await guffaw(["user", "create", "ann"], { env })).stderr;
  rmSync(filling);
  const create = await code("user", "create", "ann");
  const doctor = (await guffaw(["doctor"], { env })).stdout;
  const roomy = { create, ballast: statSync(ballast).size, doctor };
  return { readyz, whole: { ...whole, readyz: readyAgain }, spent, little, refused, roomy };
}

if (import.meta.main) {
  const result = await run(process.argv[2]!);
  writeFileSync(1, `${JSON.stringify(result)}\n`);
  process.exit(0);
}
