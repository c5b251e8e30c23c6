// `npx bun scripts/keep-timings.ts`, after `npm test`: keeps how long each test file took, so that the first run in a
// fresh clone starts the slowest first, too.
import { join } from "node:path";

import { testFiles } from "./test-files.ts";

interface Timings {
  version: 1;
  /** Milliseconds by file. */
  files: Record<string, number>;
}

const ROOT = join(import.meta.dir, "..");
const LAST_RUN = join(ROOT, "node_modules/.cache/test-timings.json");
const KEPT = join(ROOT, "test/timings.json");

const { version, files } = (await Bun.file(LAST_RUN).json()) as Timings;
// Coarse, so that a file changes here only when it matters.
const toHalfSeconds = (ms: number) => Math.ceil(ms / 500) * 500;
const kept = testFiles().all.flatMap((file) => (file in files ? [[file, toHalfSeconds(files[file]!)] as const] : []));
await Bun.write(KEPT, `${JSON.stringify({ version, files: Object.fromEntries(kept) }, null, 2)}\n`);
