/**
 * Puts measured figures into docs/performance.md and draws its charts: `npm run bench:docs`.
 *
 * Takes the figures of the last run (bench/.work/result.json), or of another file:
 *     npm run bench:docs -- RESULT.json
 * docs/performance.json keeps them; parts that were not measured again stay as they were.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";

import { chart, PALETTES } from "./chart.ts";
import { fillPage } from "./performance-page.ts";
import { readResult, RESULT_FILE } from "./result.ts";

const DOCS = join(import.meta.dir, "../docs");
const [file = RESULT_FILE] = process.argv.slice(2);
if (process.argv.length > 2 && !existsSync(file)) {
  console.error(`There is no file ${file}.`);
  process.exit(2);
}

const [page, figures] = [join(DOCS, "performance.md"), join(DOCS, "performance.json")];
const result = { ...(await readResult(figures)), ...(await readResult(file)) };
await Bun.write(figures, JSON.stringify(result));
await Bun.write(page, fillPage(await Bun.file(page).text(), result));
const written = [page, figures];
for (const [name, palette] of Object.entries(PALETTES)) {
  const svg = chart(result, palette);
  if (svg) await Bun.write(join(DOCS, `performance-${name}.svg`), svg);
}
const formatted = Bun.spawnSync([process.execPath, "fmt", ...written]);
if (!formatted.success) throw new Error(formatted.stderr.toString());
console.log(`Wrote ${written.join(" and ")}, and the charts beside them.`);
