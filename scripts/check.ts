// `npm run check`: format, lint, types and all tests, the same here and in CI. Stops at the first step that fails.
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";

import { startPostgres } from "../test/postgres.ts";
import { slowestFiles } from "./slowest-files.ts";

const ROOT = join(import.meta.dir, "..");
const CACHE = join(ROOT, "node_modules/.cache");
const REPORT = join(CACHE, "tests.xml");
// One PostgreSQL serves no more than this, each with a browser of its own.
const workers = Math.min(availableParallelism(), 6);
const asked = process.argv.slice(2);
const parallel = [`--parallel=${workers}`, "--no-isolate", "--timeout", "120000"];
const report = ["--reporter=junit", `--reporter-outfile=${REPORT}`];

const STEPS: [name: string, command: string[]][] = [
  ["format", [process.execPath, "fmt", "--check"]],
  ["lint", ["node_modules/.bin/oxlint", "--deny-warnings"]],
  ["types", [process.execPath, "check", "--no-script"]],
  // Before the tests, because several of them use it at once.
  ["client", [process.execPath, "client/build.mjs"]],
  // Where the machine has no Chromium, this fetches one: before the tests, because it may take longer than a test may.
  ["browser", [process.execPath, "test/chromium.ts"]],
  ["tests", [process.execPath, "test", ...parallel, ...report, ...asked]],
];

mkdirSync(CACHE, { recursive: true });
rmSync(REPORT, { force: true });
const postgres = await startPostgres();
const env = { ...process.env, TEST_POSTGRES_URL: postgres.url };
let failed: string | undefined;
try {
  for (const [name, command] of STEPS) {
    const startedAt = performance.now();
    console.log(`\n── ${name} ──`);
    const step = Bun.spawn(command, { cwd: ROOT, env, stdio: ["ignore", "inherit", "inherit"] });
    const isDone = (await step.exited) === 0;
    if (name === "tests") await printSlowest();
    if (!isDone) {
      failed = name;
      break;
    }
    console.log(`── ${name}: ok, ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  }
} finally {
  await postgres.stop();
}
console.log(failed ? `\nFailed: ${failed}. To fix the format: npx bun fmt.` : "\nAll is well.");
process.exitCode = failed ? 1 : 0;

async function printSlowest(): Promise<void> {
  if (!existsSync(REPORT)) return;
  console.log(`\nThe slowest test files (every test is in ${REPORT}):`);
  for (const { file, seconds } of slowestFiles(await Bun.file(REPORT).text()).slice(0, 10))
    console.log(`${seconds.toFixed(1).padStart(8)} s  ${file}`);
}
