// Does the size of the site matter? The same rows at three sizes, in turn.
import { conclusionOf, figureOf, isNoisy, written, writtenTarget, type Figure, type Verdict } from "./figure.ts";
import { openBare, type Bare } from "./bare.ts";
import { LISTS } from "./lists.ts";
import { figuresTable, NAMES, say, warmUp } from "./main-table.ts";
import { openSubject, sizeOf, type Row, type Timing } from "./measure.ts";
import { UsageError, type Options } from "./options.ts";
import { memoryAtRest } from "./processes.ts";
import { saveResult, type ScaleContent } from "./result.ts";
import { ROWS } from "./rows.ts";
import { openSite, type Site } from "./site.ts";
import { Sites } from "./sites.ts";
import { median } from "./statistics.ts";
import { table, whole } from "./table.ts";

const SIZES = [10_000, 100_000, 1_000_000];
const QUICK_SIZES = [1000, 10_000];
const MAX_TIMES = 1.3;
/** A popular meme is as quick to find among a million. */
const MAX_TIMES_BY_ID = 1.2;
const MAX_MEMORY = 250;

const NAMED = ["meme by id, Zipf", "meme by id, even", "random meme", "profile", "7 comments", "recents, one page"];
const SCALED: readonly Row[] = [...ROWS.filter(({ name }) => NAMED.includes(name)), ...LISTS];
/** More memes have more matches. */
const GROWS = ["search"];

export async function runScale(options: Options): Promise<Verdict[]> {
  const { timing, wanted, memes: largest = Infinity } = options;
  const sizes = (options.quick ? QUICK_SIZES : SIZES).filter((size) => size <= largest);
  if (sizes.length < 2)
    throw new UsageError(`--scale compares ${whole(SIZES[0]!)} memes with more: --memes is too small.`);
  const verdicts: Verdict[] = [];
  for (const kind of options.databases) {
    await using stack = new AsyncDisposableStack();
    const sites = stack.use(new Sites(options.fresh));
    const bare = stack.use(await openBare());
    await warmUp(bare, timing);
    const opened: Site[] = [];
    for (const memes of sizes) {
      say(`preparing ${whole(memes)} memes on ${NAMES[kind]}`);
      opened.push(stack.use(await openSite(await sites.options(kind, memes))));
    }
    const rows: ScaleContent["rows"] = [];
    for (const row of SCALED.filter(({ name }) => wanted(name))) {
      say(row.name);
      rows.push(await measureSizes(row, opened, bare, timing));
    }
    const memory = await Promise.all(opened.map(memoryAt));
    const content = { sizes, rows, memory };
    console.log(`${scaleTable(content)}\n\n${figuresTable(NAMES[kind], memory)}\n`);
    if (kind === "sqlite") await saveResult(options.out, "scale", content);
    verdicts.push(...[...rows.flatMap(({ figures }) => figures), ...memory].map(({ verdict }) => verdict));
  }
  console.log(conclusionOf(verdicts));
  return verdicts;
}

/** Compares each size with the one before. */
async function measureSizes(row: Row, sites: readonly Site[], bare: Bare, timing: Timing) {
  await using stack = new AsyncDisposableStack();
  const subjects = [];
  for (const site of sites) subjects.push(stack.use(await openSubject(row, site, await row.requests(site))));
  const [smallest] = sites as [Site];
  const requests = await row.requests(smallest);
  await bare.answer({ status: row.status ?? 200, bytes: await sizeOf(row, smallest, requests) });
  const yardstick = stack.use(await openSubject(row, smallest, requests, bare));
  for (const subject of subjects) await subject.warmUp(timing.warmUp);
  const rounds: { cpu: number[]; bare: number }[] = [];
  for (let round = 0; round < timing.rounds; round++) {
    const cpu: number[] = [];
    for (const subject of subjects) cpu.push((await subject.round(timing.seconds)).cpu);
    rounds.push({ cpu, bare: (await yardstick.round(timing.seconds)).cpu });
  }
  const noisy = isNoisy(rounds.map(({ bare }) => bare));
  const figures = sites.slice(1).map(({ kind, memes }, i) => {
    const max = GROWS.includes(row.name) ? undefined : maxTimes(row.name, memes);
    const times = rounds.map(({ cpu }) => cpu[i + 1]! / cpu[i]!);
    return figureOf({ name: row.name, database: kind, target: { unit: "×", max }, noisy }, times);
  });
  return { name: row.name, cpu: sites.map((_, i) => median(rounds.map(({ cpu }) => cpu[i]!))), figures };
}

const maxTimes = (name: string, memes: number) =>
  name === "meme by id, Zipf" && memes === SIZES.at(-1) ? MAX_TIMES_BY_ID : MAX_TIMES;

async function memoryAt({ memes, kind, pid }: Site): Promise<Figure> {
  const { now, most } = await memoryAtRest(pid);
  const max = memes === SIZES.at(-1) && kind === "sqlite" ? MAX_MEMORY : undefined;
  const name = `memory, ${whole(memes)} memes`;
  const note = `at most ${whole(most / 1e6)} MB`;
  return figureOf({ name, database: kind, target: { unit: "MB", max }, noisy: false, note }, [now / 1e6]);
}

export function scaleTable({ sizes, rows }: ScaleContent): string {
  const head = ["CPU per request", ...sizes.flatMap((size, i) => [whole(size), ...(i > 0 ? ["×", "target", ""] : [])])];
  const lines = rows.map(({ name, cpu, figures }) => [
    name,
    ...cpu.flatMap((one, i) => [written(one, "µs"), ...(i > 0 ? cellsOf(figures[i - 1]!) : [])]),
  ]);
  return table([head, ...lines]);
}

const cellsOf = ({ value, max, verdict }: Figure) => [
  value.median.toFixed(2),
  writtenTarget(max, "×"),
  { met: "met", missed: "MISSED", noisy: "noisy", "no target": "" }[verdict],
];
