// `npm run check`: format, lint, types and all tests, the same here and in CI. Stops at the first that fails.
import { availableParallelism } from "node:os";

import { startPostgres } from "../test/postgres.ts";

// No more than one PostgreSQL can serve, each with a browser of its own.
const workers = Math.min(availableParallelism(), 6);
const asked = process.argv.slice(2);

const STEPS: [name: string, command: string[]][] = [
  ["format", [process.execPath, "fmt", "--check"]],
  ["lint", ["node_modules/.bin/oxlint", "--deny-warnings"]],
  ["types", [process.execPath, "check", "--no-script"]],
  // Before the tests, because several of them use it at once.
  ["client", [process.execPath, "client/build.mjs"]],
  // Where the machine has no Chromium, this brings one: before the tests, because it may take longer than a test may.
  ["browser", [process.execPath, "test/chromium.ts"]],
  ["tests", [process.execPath, "test", `--parallel=${workers}`, "--no-isolate", "--timeout", "120000", ...asked]],
];

const postgres = await startPostgres();
const env = { ...process.env, TEST_POSTGRES_URL: postgres.url };
let failed: string | undefined;
try {
  for (const [name, command] of STEPS) {
    const startedAt = performance.now();
    console.log(`\n── ${name} ──`);
    const step = Bun.spawn(command, {
      cwd: new URL("..", import.meta.url).pathname,
      env,
      stdio: ["ignore", "inherit", "inherit"],
    });
    if ((await step.exited) !== 0) {
      failed = name;
      break;
    }
    console.log(`── ${name}: ok, ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  }
} finally {
  await postgres.stop();
}
console.log(failed ? `\nFailed: ${failed}. To mend the format: npx bun fmt.` : "\nAll is well.");
process.exitCode = failed ? 1 : 0;
