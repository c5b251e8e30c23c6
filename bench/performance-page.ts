// The figures in docs/performance.md, between markers; the words around them are written by people.
import { LOAD_COLUMNS, loadCells, quartilesOf, written, writtenTarget, type Figure } from "./figure.ts";
import type {
  CollectorContent,
  ComparedContent,
  Machine,
  PagesContent,
  Part,
  Result,
  ScaleContent,
  TableContent,
} from "./result.ts";
import { whole } from "./table.ts";

/** Replaces every generated section of the page. */
export function fillPage(page: string, result: Result): string {
  const sections: Record<string, string> = {
    chart: result.sqlite ? CHART : NOT_YET,
    sqlite: section(result.sqlite, tableText),
    postgres: section(result.postgres, tableText),
    scale: section(result.scale, scaleText),
    workers: section(result.workers, comparedText),
    peers: section(result.peers, comparedText),
    limit: section(result.limit, comparedText),
    collector: section(result.collector, collectorText),
    pages: section(result.pages, pagesText),
  };
  return Object.entries(sections).reduce((text, [name, content]) => {
    const marked = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`);
    if (!marked.test(text)) throw new Error(`The page has no place for "${name}".`);
    return text.replace(marked, (_, start: string, end: string) => `${start}\n${content}\n\n${end}`);
  }, page);
}

const NOT_YET = "_Not measured yet._";
const CHART = `<picture>
  <source media="(prefers-color-scheme: dark)" srcset="performance-dark.svg">
  <img src="performance-light.svg" alt="A bar for each row with a target in the tables below">
</picture>

Orange bars have met their target, red ones have missed it, and grey ones were too noisy to judge.`;

const section = <Content>(part: Part<Content> | undefined, write: (content: Content) => string) =>
  part ? `${write(part.content)}\n\n${measuredOn(part.on, part.machine)}` : NOT_YET;

export const measuredOn = (on: string, { processor, cores, memory, system, bun }: Machine) =>
  `Measured on ${on} with Bun ${bun} on ${system}: ${cores} cores (${processor}), ${memory} GB.`;

const tableText = ({ memes, rounds, seconds, figures }: TableContent): string =>
  `${markdown([HEAD, ...figures.map(cellsOf)])}\n\n${whole(memes)} memes, ${rounds} rounds of ${seconds} s.`;

const pagesText = ({ rounds, figures }: PagesContent): string =>
  `${markdown([JUDGED, ...figures.map(judgedCells)])}\n\n${rounds} loads of each page, as many rounds of scrolling.`;

const JUDGED = ["", "figure", "target", ""];
const HEAD = [...JUDGED, ...LOAD_COLUMNS];

const cellsOf = (one: Figure): string[] => [...judgedCells(one), ...loadCells(one)];

function judgedCells(one: Figure): string[] {
  const { name, value, unit, max, verdict, note } = one;
  const quartiles = quartilesOf(one);
  return [
    note ? `${name} (${note})` : name,
    `${written(value.median, unit)}${quartiles && ` (${quartiles})`}`,
    writtenTarget(max, unit),
    verdict === "no target" ? "" : verdict,
  ];
}

function scaleText({ sizes, rows, memory }: ScaleContent): string {
  const head = ["CPU per request", ...sizes.flatMap((size, i) => [`${whole(size)} memes`, ...(i > 0 ? ["×"] : [])])];
  const lines = rows.map(({ name, cpu, figures }) => [
    name,
    ...cpu.flatMap((one, i) => [written(one, "µs"), ...(i > 0 ? [timesOf(figures[i - 1]!)] : [])]),
  ]);
  const last = ["memory", ...memory.flatMap(({ value }, i) => [written(value.median, "MB"), ...(i > 0 ? [""] : [])])];
  return markdown([head, ...lines, last]);
}

const timesOf = ({ value, verdict }: Figure) =>
  value.median.toFixed(2) + (verdict === "met" || verdict === "no target" ? "" : ` (${verdict})`);

function comparedText({ memes, servers, rows }: ComparedContent): string {
  const head = [`${whole(memes)} memes`, ...servers.flatMap((server) => [server, "req/s"])];
  const lines = rows.map(({ name, cpu, perSecond }) => [
    name,
    ...servers.flatMap((_, i) => [
      cpu[i] == null ? "–" : written(cpu[i], "µs"),
      perSecond[i] == null ? "–" : whole(perSecond[i]),
    ]),
  ]);
  return markdown([head, ...lines]);
}

const collectorText = ({ rows, ours }: CollectorContent): string =>
  `${markdown([
    ["functions that a program runs", ...rows.map(({ functions }) => whole(functions))],
    ["how long it waits for the collector", ...rows.map(({ wait }) => written(wait, "ms"))],
  ])}\n\nAfter some requests of each kind, our server had ${whole(ours)} functions to visit.`;

export function markdown([head, ...rows]: string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head!), line(head!.map((_, i) => (i === 0 ? "---" : "--:"))), ...rows.map(line)].join("\n");
}
