// Runs where it may mount: restarts a site on a completely full disk, and prints the outcome.
import { rmSync, statSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { launch, launchServer } from "../cli/guffaw.ts";
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
  const code = async (...args: string[]) => (await launch(args, { env })).code;
  const [ballast, filling] = [join(folder, "guffaw.db-ballast"), join(folder, "filling")];
  let server = await launchServer(env);
  const ready = async () => (await fetch(`${server.origin()}/readyz`)).text();
  for (const name of ["bob", "eve"]) await code("user", "create", name);
  fill(filling);
  const readyz = await ready();
  await server.stop();
  fill(filling);

  const show = await code("user", "show", "bob");
  server = await launchServer(env);
  const whole = { show, remove: await code("user", "delete", "bob", "--yes"), ballast: statSync(ballast).size };
  const readyAgain = await ready();
  server.child.kill("SIGKILL");
  await server.child.exited;
  const spent: FullRestart["spent"] = [];
  // With the killed process's files it fails at the first write. Then those files are gone, and it fails to open.
  for (let i = 0; i < 2; i++) {
    fill(filling);
    server = await launchServer(env);
    spent.push({ stderr: await server.stderr, code: await server.child.exited });
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
  const refused = (await launch(["user", "create", "ann"], { env })).stderr;
  rmSync(filling);
  const create = await code("user", "create", "ann");
  const doctor = (await launch(["doctor"], { env })).stdout;
  const roomy = { create, ballast: statSync(ballast).size, doctor };
  return { readyz, whole: { ...whole, readyz: readyAgain }, spent, little, refused, roomy };
}

if (import.meta.main) {
  const result = await run(process.argv[2]!);
  writeFileSync(1, `${JSON.stringify(result)}\n`);
  process.exit(0);
}
