// The table: every row on one database, then on the other.
import { openBare, type Bare } from "./bare.ts";
import {
  conclusionOf,
  figureOf,
  LOAD_COLUMNS,
  loadCells,
  quartilesOf,
  written,
  writtenTarget,
  type DatabaseKind,
  type Figure,
} from "./figure.ts";
import { measureMake } from "./make.ts";
import { measureRow, openYardstick, type Timing } from "./measure.ts";
import type { Options } from "./options.ts";
import { memoryAtRest } from "./processes.ts";
import { saveResult } from "./result.ts";
import { ROWS } from "./rows.ts";
import { openSite, type Site, type SiteOptions } from "./site.ts";
import { Sites } from "./sites.ts";
import { measureStart } from "./start.ts";
import { measureSubmit } from "./submit.ts";
import { table, whole } from "./table.ts";

export const MEMES = 100_000;
const MAX_MEMORY = 220;
/** Settings of a server that keeps nothing in memory. */
const UNCACHED = { GUFFAW_CACHE_MB: "0" };

/** Settings of a server that begins with our templates. */
const WITH_TEMPLATES = { GUFFAW_STARTER: "on" };

export const say = (text: string) => void process.stderr.write(`${text}\n`);

export async function runTable(options: Options): Promise<Figure[]> {
  const { timing, databases, memes = MEMES } = options;
  await using sites = new Sites(options.fresh);
  await using bare = await openBare();
  await warmUp(bare, timing);
  const figures: Figure[] = [];
  for (const kind of databases) {
    say(`preparing ${whole(memes)} memes on ${NAMES[kind]}`);
    const site = await sites.options(kind, memes);
    const found = await measureDatabase(kind, site, bare, options);
    console.log(`${figuresTable(NAMES[kind], found)}\n`);
    await saveResult(options.out, kind, { memes, rounds: timing.rounds, seconds: timing.seconds, figures: found });
    figures.push(...found);
  }
  console.log(conclusionOf(figures.map(({ verdict }) => verdict)));
  return figures;
}

export const NAMES: Record<DatabaseKind, string> = { sqlite: "SQLite", postgres: "PostgreSQL" };

export async function warmUp(bare: Bare, timing: Timing) {
  await using yardstick = await openYardstick(bare, 32);
  await yardstick.warmUp(timing.warmUp);
}

async function measureDatabase(
  kind: DatabaseKind,
  options: SiteOptions,
  bare: Bare,
  { timing, wanted }: Options,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  const rows = ROWS.filter(({ name, targets }) => targets[kind] && wanted(name));
  {
    await using site = await openSite(options);
    for (const row of rows) {
      say(row.name);
      await using other = row.uncached ? await openSite({ ...options, fresh: false, env: UNCACHED }) : undefined;
      figures.push(await measureRow(row, other ?? site, bare, timing));
    }
    // Made memes are shown beside submitted ones.
    if (kind === "sqlite" && (wanted("submit") || wanted("make"))) {
      say("submit");
      figures.push(...(await measureSubmit(site, bare, timing)));
    }
    if (kind === "sqlite" && wanted("make")) {
      say("make");
      await using other = await openSite({ ...options, fresh: false, env: WITH_TEMPLATES });
      figures.push(...(await measureMake(other, bare, timing)));
    }
    if (wanted("memory")) figures.push(await memory(site));
  }
  if (kind === "sqlite" && wanted("start")) {
    say("start");
    figures.push(await measureStart({ ...options, fresh: false }, timing.rounds));
  }
  return figures;
}

async function memory({ pid, kind }: Site): Promise<Figure> {
  const { now, most } = await memoryAtRest(pid);
  const target = kind === "sqlite" ? { unit: "MB" as const, max: MAX_MEMORY } : { unit: "MB" as const };
  const note = `at most ${whole(most / 1e6)} MB`;
  return figureOf({ name: "memory after all of it", database: kind, target, noisy: false, note }, [now / 1e6]);
}

const JUDGED = ["figure", "quartiles", "target", ""];

export function figuresTable(title: string, figures: readonly Figure[]): string {
  // Not all runs put a server under load.
  const isLoaded = figures.some(({ load }) => load);
  const head = [title, ...JUDGED, ...(isLoaded ? LOAD_COLUMNS : []), ""];
  const cells = (one: Figure) => [...judgedCells(one), ...(isLoaded ? loadCells(one) : []), one.note ?? ""];
  return table([head, ...figures.map((one) => [one.name, ...cells(one)])]);
}

function judgedCells(figure: Figure): string[] {
  const { value, unit, max, verdict } = figure;
  const judged = { met: "met", missed: "MISSED", noisy: "noisy", "no target": "" }[verdict];
  return [written(value.median, unit), quartilesOf(figure), writtenTarget(max, unit), judged];
}
