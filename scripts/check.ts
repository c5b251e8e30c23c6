// `npm run check`: format, lint, types and all tests, the same here and in CI. Stops at the first step that fails.
// `npm run check -- fast` leaves out what needs PostgreSQL or a browser. Further paths choose test files; flags go to
// `bun test`.
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";

import { startPostgres } from "../test/postgres.ts";
import { slowestFiles } from "./slowest-files.ts";
import { testFiles } from "./test-files.ts";

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
const options = [
  `--parallel=${workers}`,
  "--no-isolate",
  "--timeout=600000",
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
try {
  for (const [name, command] of STEPS) {
    if (failed) break;
    const began = performance.now();
    console.log(`\n── ${name} ──`);
    const step = Bun.spawn(command, { cwd: ROOT, env, stdio: ["ignore", "inherit", "inherit"] });
    if ((await step.exited) !== 0) failed = name;
    if (name === "tests") await printSlowest();
    if (!failed) console.log(`── ${name}: ok, ${since(began)}`);
  }
} finally {
  await postgres?.stop();
}
if (isFast)
  console.log(
    `\nSkipped: PostgreSQL (tests for both databases ran only on SQLite), and ${left.length} files that open a browser:\n  ${left.join("\n  ")}`,
  );
console.log(
  failed ? `\nFailed: ${failed}. To fix formatting: npx bun fmt.` : `\nAll is well after ${since(startedAt)}.`,
);
process.exitCode = failed ? 1 : 0;

async function printSlowest(): Promise<void> {
  if (!existsSync(REPORT)) return;
  console.log(`\nThe slowest test files (every test is in ${REPORT}):`);
  for (const { file, seconds } of slowestFiles(await Bun.file(REPORT).text()).slice(0, 10))
    console.log(`${seconds.toFixed(1).padStart(8)} s  ${file}`);
}

function since(began: number): string {
  return `${((performance.now() - began) / 1000).toFixed(1)} s`;
}
