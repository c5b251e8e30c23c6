import { parseArgs } from "node:util";

import type { DatabaseKind } from "./figure.ts";
import type { Timing } from "./measure.ts";
import { RESULT_FILE } from "./result.ts";

export const USAGE = `npm run bench                         the table: SQLite, then PostgreSQL, with 100,000 memes
npm run bench -- --quick              a rough one in about two minutes, with 10,000 memes
npm run bench -- --only "zipf, rate"  only the rows whose name contains one of these
npm run bench -- --scale              10,000, 100,000 and 1,000,000 memes: does size matter?
npm run bench -- --workers            one server process and two
npm run bench -- --peers              beside Fastify, Express and json-server, installed below bench/.work
npm run bench -- --overload           at four times the capacity: how much is served, how fast, how much is refused
npm run bench -- --pages              in a browser on a slow phone: first loads, layout shifts, frames while scrolling
npm run bench -- --limit              how close to a bare server one written by hand comes

--database sqlite|postgres
                only this one; PostgreSQL at GUFFAW_BENCH_DATABASE_URL, or a server that the benchmark starts itself
--memes N       size of the site; accounts, ratings and comments grow with it; with --scale, leaves out larger sizes
--rounds N      rounds of each figure (15); the median counts
--seconds N     length of a round (0.5)
--warm-up N     answers before the first round, for 12 seconds at most; without it 100000, then until the code is compiled
--out FILE      where the figures go as JSON; those of a full run go to bench/.work/result.json
--fresh         seed again instead of reusing the last run's data
`;

export const MODES = ["scale", "workers", "peers", "overload", "limit", "pages"] as const;
export type Mode = "table" | (typeof MODES)[number];

export interface Options {
  mode: Mode;
  help: boolean;
  quick: boolean;
  databases: readonly DatabaseKind[];
  /** Undefined if not given: each mode has its own. */
  memes: number | undefined;
  timing: Timing;
  /** Whether a row is to be measured, by its name. */
  wanted(name: string): boolean;
  /** Where the figures go; undefined for a run that is too small to be kept. */
  out: string | undefined;
  fresh: boolean;
}

/** Says in one sentence what is wrong with the command line. */
export class UsageError extends Error {}

const FULL: Timing = { warmUp: { answers: 100_000, seconds: 12, compilingSeconds: 40 }, rounds: 15, seconds: 0.5 };
const QUICK: Timing = { warmUp: { answers: 10_000, seconds: 2 }, rounds: 3, seconds: 0.5 };

export function readOptions(argv: readonly string[]): Options {
  const values = parse(argv);
  const modes = MODES.filter((mode) => values[mode]);
  if (modes.length > 1) throw new UsageError(`--${modes[0]} and --${modes[1]} are separate runs.`);
  const quick = values.quick === true;
  const usual = quick ? QUICK : FULL;
  const answers = numberOf("warm-up", values["warm-up"], 1);
  return {
    mode: modes[0] ?? "table",
    help: values.help === true,
    quick,
    databases: databasesOf(values.database, modes.length === 0),
    memes: numberOf("memes", values.memes, 100, 10_000_000) ?? (quick ? 10_000 : undefined),
    timing: {
      warmUp: answers === undefined ? usual.warmUp : { answers, seconds: usual.warmUp.seconds },
      rounds: numberOf("rounds", values.rounds, 1) ?? usual.rounds,
      seconds: numberOf("seconds", values.seconds, 0.01, 600, false) ?? usual.seconds,
    },
    wanted: wantedBy(values.only),
    out: values.out ?? (quick || values.only || values.memes ? undefined : RESULT_FILE),
    fresh: values.fresh === true,
  };
}

const FLAGS = {
  help: { type: "boolean", short: "h" },
  quick: { type: "boolean" },
  scale: { type: "boolean" },
  workers: { type: "boolean" },
  peers: { type: "boolean" },
  overload: { type: "boolean" },
  limit: { type: "boolean" },
  pages: { type: "boolean" },
  fresh: { type: "boolean" },
  database: { type: "string" },
  memes: { type: "string" },
  rounds: { type: "string" },
  seconds: { type: "string" },
  "warm-up": { type: "string" },
  only: { type: "string" },
  out: { type: "string" },
} as const;

function parse(argv: readonly string[]) {
  for (const argument of argv) {
    const name = /^--([^=]+)/.exec(argument)?.[1];
    if (name !== undefined && !Object.hasOwn(FLAGS, name))
      throw new UsageError(`There is no --${name}; --help lists what there is.`);
  }
  try {
    return parseArgs({ args: [...argv], options: FLAGS }).values;
  } catch (error) {
    throw new UsageError(sentenceFor((error as Error).message));
  }
}

/** In our own words: those of the parser take three lines. */
function sentenceFor(text: string): string {
  const [, name = ""] = /'(.*?)[' ]/.exec(text) ?? [];
  if (/missing|ambiguous/.test(text)) return `${name} needs a value.`;
  if (/does not take an argument/.test(text)) return `${name} takes no value.`;
  return `There is no ${name}; --help lists what there is.`;
}

/** Parts of names, separated by commas. */
function wantedBy(only: string | undefined): (name: string) => boolean {
  const parts = only?.toLowerCase().split(",") ?? [""];
  return (name) => parts.some((part) => name.toLowerCase().includes(part.trim()));
}

/** The table is about both databases; the other runs take SQLite unless told otherwise. */
function databasesOf(value: string | undefined, isTable: boolean): readonly DatabaseKind[] {
  if (value === undefined) return isTable ? ["sqlite", "postgres"] : ["sqlite"];
  if (value === "sqlite" || value === "postgres") return [value];
  throw new UsageError(`--database must be sqlite or postgres, not ${value}.`);
}

function numberOf(
  name: string,
  text: string | undefined,
  min: number,
  max = 1_000_000_000,
  isWhole = true,
): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  const fits = value >= min && value <= max && (!isWhole || Number.isInteger(value));
  if (fits) return value;
  const kind = isWhole ? "a whole number" : "a number";
  throw new UsageError(`--${name} must be ${kind} from ${min} to ${max}, not ${text}.`);
}
