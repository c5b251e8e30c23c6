// Two server processes against one, on the same data.
import { comparisonTable, compare } from "./compare.ts";
import { written, type Verdict } from "./figure.ts";
import { MEMES, NAMES, say } from "./main-table.ts";
import { openSubject } from "./measure.ts";
import type { Options } from "./options.ts";
import { memoryAtRest } from "./processes.ts";
import { saveResult, type ComparedRow } from "./result.ts";
import { ROWS } from "./rows.ts";
import { openSite, type Site } from "./site.ts";
import { Sites } from "./sites.ts";
import { whole } from "./table.ts";

const COUNTS = [1, 2];
const NAMED = ["meme by id, Zipf", "random meme", "thumbnail, 16 KB", "page /", "PUT rate"];

export async function runWorkers(options: Options): Promise<Verdict[]> {
  const { memes = MEMES, timing, wanted } = options;
  for (const kind of options.databases) {
    await using stack = new AsyncDisposableStack();
    const sites = stack.use(new Sites(options.fresh));
    say(`preparing ${whole(memes)} memes on ${NAMES[kind]}`);
    const seeded = await sites.options(kind, memes);
    const opened: Site[] = [];
    for (const [i, count] of COUNTS.entries()) {
      const env = { GUFFAW_WORKERS: String(count) };
      opened.push(stack.use(await openSite({ ...seeded, fresh: seeded.fresh && i === 0, env })));
    }
    const rows: ComparedRow[] = [];
    for (const row of ROWS.filter(({ name }) => NAMED.includes(name) && wanted(name))) {
      say(row.name);
      await using subjects = new AsyncDisposableStack();
      const each = [];
      for (const site of opened) each.push(subjects.use(await openSubject(row, site, await row.requests(site))));
      rows.push(await compare(row.name, each, timing));
    }
    const content = { memes, servers: COUNTS.map((count) => (count === 1 ? "1 process" : `${count} processes`)), rows };
    const inMb = async ({ pid }: Site, i: number) =>
      `${content.servers[i]} ${written((await memoryAtRest(pid)).now / 1e6, "MB")}`;
    const memory = await Promise.all(opened.map(inMb));
    console.log(`${NAMES[kind]}\n${comparisonTable(content)}\nmemory: ${memory.join(", ")}\n`);
    if (kind === "sqlite") await saveResult(options.out, "workers", content);
  }
  return [];
}
