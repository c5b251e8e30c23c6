import { join } from "node:path";

import { markdown, measuredOn } from "../../bench/performance-page.ts";
import { machine } from "../../bench/result.ts";
import { ROOT } from "../world.ts";
import { rowsOf, type Round } from "./report.ts";

const PAGE = join(ROOT, "docs/scaling.md");

/** Puts the table into docs/scaling.md, between its markers. */
export async function writeDocs(rounds: readonly Round[]): Promise<void> {
  const text = await Bun.file(PAGE).text();
  const marked = /(<!-- cluster -->\n)[^]*?(<!-- \/cluster -->)/;
  if (!marked.test(text)) throw new Error("docs/scaling.md has no place for the table.");
  const today = new Date().toISOString().slice(0, 10);
  const content = `${markdown(rowsOf(rounds))}\n\n${measuredOn(today, machine())}`;
  await Bun.write(
    PAGE,
    text.replace(marked, (_, start: string, end: string) => `${start}\n${content}\n\n${end}`),
  );
  const formatted = Bun.spawnSync([process.execPath, "fmt", PAGE]);
  if (!formatted.success) throw new Error(formatted.stderr.toString());
  console.log(`Wrote ${PAGE}.`);
}
