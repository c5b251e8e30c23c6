// What one row of the table says, and whether it says what we want.
import { scatterOf, spreadOf, type Spread } from "./statistics.ts";
import { ms, whole } from "./table.ts";

export type DatabaseKind = "sqlite" | "postgres";
/**
 * "×": the server's CPU time per request as a multiple of a bare server's; "µs": that CPU time itself; "CLS": how much
 * moved by itself, as browsers count it.
 */
export type Unit = "×" | "µs" | "ms" | "s" | "MB" | "KB" | "CLS";
export type Verdict = "met" | "missed" | "noisy" | "no target";

export interface Target {
  unit: Unit;
  /** Undefined if the row is only shown. */
  max?: number;
}

/** Medians over the rounds. */
export interface LoadFigures {
  /** CPU time per request, in microseconds, of the server with all its processes. */
  cpu: number;
  bareCpu: number;
  ratio: number;
  perSecond: number;
  barePerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Of an average answer. */
  bytes: number;
}

export interface Figure {
  name: string;
  database: DatabaseKind;
  unit: Unit;
  value: Spread;
  max?: number;
  verdict: Verdict;
  note?: string;
  load?: LoadFigures;
}

/** A bare server does the same work in every round. If its rounds differ by more than this, so does the machine. */
export const MAX_SCATTER = 0.15;

export const isNoisy = (bareRounds: readonly number[]) => scatterOf(bareRounds) > MAX_SCATTER;

export function judge(value: number, { max }: Target, noisy: boolean): Verdict {
  if (max === undefined) return "no target";
  if (noisy) return "noisy";
  return value <= max ? "met" : "missed";
}

/** A figure of which each round gives one value. */
export function figureOf(
  {
    name,
    database,
    target,
    noisy,
    note,
  }: Omit<Figure, "unit" | "value" | "max" | "verdict"> & {
    target: Target;
    noisy: boolean;
  },
  rounds: readonly number[],
): Figure {
  const value = spreadOf(rounds);
  const { unit, max } = target;
  return { name, database, unit, value, max, verdict: judge(value.median, target, noisy), note };
}

export function written(value: number, unit: Unit): string {
  if (unit === "×") return `${value.toFixed(2)} ×`;
  if (unit === "KB") return `${value.toFixed(1)} KB`;
  if (unit === "CLS") return value === 0 ? "0" : value.toFixed(4);
  if (unit === "MB") return `${whole(value)} MB`;
  if (unit === "s") return `${value.toFixed(2)} s`;
  if (unit === "ms") return `${ms(value)} ms`;
  return value < 1000 ? `${whole(value)} µs` : `${ms(value / 1000)} ms`;
}

/** Beside the median, which has the unit; empty if there was only one round. */
export function quartilesOf({ value: { low, high }, unit }: Figure): string {
  if (low === high) return "";
  const [from, to] = [written(low, unit).split(" "), written(high, unit).split(" ")];
  return from[1] === to[1] ? `${from[0]}–${to[0]}` : `${from.join(" ")}–${to.join(" ")}`;
}

/** Without needless digits: ≤ 2.2 ×, ≤ 350 µs, ≤ 1.5 ms. */
export function writtenTarget(max: number | undefined, unit: Unit): string {
  if (max === undefined) return "";
  if (unit === "CLS") return String(max);
  return unit === "µs" && max >= 1000 ? `≤ ${max / 1000} ms` : `≤ ${max} ${unit}`;
}

/** What stands beside the figure of a row that was measured under load. */
export const LOAD_COLUMNS = ["CPU", "bare", "× bare", "req/s", "p50 ms", "p99 ms", "bytes"];

export function loadCells({ load }: Figure): string[] {
  if (!load) return LOAD_COLUMNS.map(() => "");
  const { cpu, bareCpu, ratio, perSecond, p50, p99, bytes } = load;
  const times = [written(cpu, "µs"), written(bareCpu, "µs"), ratio.toFixed(2)];
  return [...times, whole(perSecond), ms(p50), ms(p99), whole(bytes)];
}

/** 1 if a target was missed, 3 if all that is left undecided is noise. */
export function exitCodeFor(verdicts: readonly Verdict[]): number {
  if (verdicts.includes("missed")) return 1;
  return verdicts.includes("noisy") ? 3 : 0;
}

/** What the verdicts come to, in a sentence or two. */
export function conclusionOf(verdicts: readonly Verdict[]): string {
  const count = (one: Verdict) => verdicts.filter((verdict) => verdict === one).length;
  const [met, missed, noisy] = [count("met"), count("missed"), count("noisy")];
  const judged = met + missed + noisy;
  if (judged === 0) return "Nothing here has a target.";
  if (missed + noisy === 0) return judged === 1 ? "The target was met." : `All ${judged} targets were met.`;
  const parts = [`${met} of ${judged} targets were met`, ...(missed > 0 ? [`${missed} missed`] : [])];
  const undecided = `${noisy} could not be judged, because the machine was too busy: run it again when it is quiet`;
  return `${parts.join(", ")}${noisy > 0 ? `; ${undecided}` : ""}.`;
}
