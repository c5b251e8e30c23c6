// `npm run check`: format, lint, types and all tests, the same here and in CI. Stops at the first step that fails.
// Test files that fail are run again, alone. Those that then pass are listed: they do not stop anybody, but something in
// them, or in what they test, depends on speed or on other tests.
// `npm run check -- fast` leaves out what needs PostgreSQL or a browser. Further paths choose test files; flags go to
// `bun test`.
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";

import { startPostgres } from "../test/postgres.ts";
import { testFiles } from "./test-files.ts";
import { failedFiles, slowestFiles } from "./test-report.ts";

const ROOT = join(import.meta.dir, "..");
const CACHE = join(ROOT, "node_modules/.cache");
const REPORT = join(CACHE, "tests.xml");

const isFast = process.argv[2] === "fast";
const TIMINGS = join(CACHE, isFast ? "fast-test-timings.json" : "test-timings.json");
const asked = process.argv.slice(isFast ? 3 : 2);
const flags = asked.filter((one) => one.startsWith("-"));
const paths = asked.filter((one) => !one.startsWith("-"));
const { all, inBrowser } = testFiles();
const left = isFast ? inBrowser : [];
const chosen = all
  .filter((file) => !left.includes(file))
  .filter((file) => paths.length === 0 || paths.some((path) => file.includes(path.replace(/^\.\//, ""))));
// Three per core, because much of the time they wait for a child process or the clock; one PostgreSQL serves six.
const workers = Math.min(3 * availableParallelism(), 6);
const timeout = "--timeout=600000";
/** More than these do not fail by chance. */
const MAX_AGAIN = 4;
const options = [
  `--parallel=${workers}`,
  "--no-isolate",
  timeout,
  "--reporter=junit",
  `--reporter-outfile=${REPORT}`,
  // The slowest files start first, so that none runs alone at the end. A fresh clone has only the second list.
  `--timings=${TIMINGS}`,
  "--timings=test/timings.json",
  "--update-timings",
  ...flags,
];

const STEPS: [name: string, command: string[]][] = [
  ["format", [process.execPath, "fmt", "--check"]],
  ["lint", ["node_modules/.bin/oxlint", "--deny-warnings"]],
  ["types", [process.execPath, "check", "--no-script"]],
  ["client", [process.execPath, "test/client/built.ts"]],
  // Downloads Chromium if the machine has none: before the tests, because it may take longer than a test is allowed to.
  ...(isFast ? [] : [["browser", [process.execPath, "test/chromium.ts"]] as [string, string[]]]),
  ["tests", [process.execPath, "test", ...options, ...chosen.map((file) => `./${file}`)]],
];

if (chosen.length === 0) {
  console.error(`No test file matches ${paths.join(" ")}. Write flags with their values as --flag=value.`);
  process.exit(1);
}
mkdirSync(CACHE, { recursive: true });
rmSync(REPORT, { force: true });
const startedAt = performance.now();
const postgres = isFast ? undefined : await startPostgres();
const env = { ...process.env, ...(postgres ? { TEST_POSTGRES_URL: postgres.url } : { TEST_FAST: "1" }) };
let failed: string | undefined;
let unsteady: string[] = [];
try {
  for (const [name, command] of STEPS) {
    if (failed) break;
    const began = performance.now();
    console.log(`\n── ${name} ──`);
    if (!(await passes(command))) failed = name;
    if (name === "tests") await printSlowest();
    if (failed === "tests" && (await passAlone())) failed = undefined;
    if (!failed) console.log(`── ${name}: ok, ${since(began)}`);
  }
} finally {
  await postgres?.stop();
}
if (isFast)
  console.log(
    `\nSkipped: PostgreSQL (tests for both databases ran only on SQLite), and ${left.length} files that open a browser:\n  ${left.join("\n  ")}`,
  );
if (unsteady.length > 0)
  console.log(`\nFailed beside others, and passed alone: find out why.\n  ${unsteady.join("\n  ")}`);
console.log(
  failed ? `\nFailed: ${failed}. To fix formatting: npx bun fmt.` : `\nAll is well after ${since(startedAt)}.`,
);
process.exitCode = failed ? 1 : 0;

async function passes(command: string[]): Promise<boolean> {
  return (await Bun.spawn(command, { cwd: ROOT, env, stdio: ["ignore", "inherit", "inherit"] }).exited) === 0;
}

/** Whether everything that failed passes when nothing else runs. */
async function passAlone(): Promise<boolean> {
  const files = existsSync(REPORT) ? failedFiles(await Bun.file(REPORT).text()) : [];
  if (files.length === 0 || files.length > MAX_AGAIN) return false;
  console.log(`\n── again, alone: ${files.join(" ")} ──`);
  if (!(await passes([process.execPath, "test", timeout, ...files.map((file) => `./${file}`)]))) return false;
  unsteady = files;
  return true;
}

async function printSlowest(): Promise<void> {
  if (!existsSync(REPORT)) return;
  console.log(`\nThe slowest test files (every test is in ${REPORT}):`);
  for (const { file, seconds } of slowestFiles(await Bun.file(REPORT).text()).slice(0, 10))
    console.log(`${seconds.toFixed(1).padStart(8)} s  ${file}`);
}

function since(began: number): string {
  return `${((performance.now() - began) / 1000).toFixed(1)} s`;
}
