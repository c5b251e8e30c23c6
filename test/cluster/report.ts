import { seconds } from "../faults/check.ts";
import type { Tally } from "./tally.ts";

export const MAX_WRITES_BACK_MS = 5000;

export interface Round {
  what: string;
  isGentle: boolean;
  tally: Tally;
  /** From the order to promote to the first acknowledged write; undefined if nobody was promoted. */
  writesBackMs: number | undefined;
  /** Deviations from the journal. */
  lost: string[];
  /** Nodes that did not know what had been answered before. */
  stale: string[];
}

const HEAD = [
  "what was done",
  "promotion to write",
  "longest pause of writes",
  "longest request",
  "acknowledged",
  "refused",
  "cut off",
  "lost",
  "stale",
];

export function rowsOf(rounds: readonly Round[]): string[][] {
  const rows = rounds.map(({ what, tally, writesBackMs, lost, stale }) => [
    what,
    writesBackMs === undefined ? "–" : seconds(writesBackMs),
    seconds(tally.longestPauseMs),
    seconds(tally.longest.ms),
    String(tally.acknowledged),
    String(tally.refused),
    String(tally.cutOff),
    String(lost.length),
    String(stale.length),
  ]);
  return [HEAD, ...rows];
}

/** What should not have happened, one sentence each. */
export const faultsIn = (rounds: readonly Round[]): string[] =>
  rounds.flatMap(({ what, isGentle, tally, writesBackMs, lost, stale }, i) => {
    const slow = writesBackMs !== undefined && writesBackMs > MAX_WRITES_BACK_MS;
    const faults = [
      ...lost,
      ...stale,
      ...tally.wrong,
      ...(slow ? [`the first write came ${seconds(writesBackMs)} after the promotion`] : []),
      ...(isGentle && tally.cutOff > 0 ? [`${tally.cutOff} requests were cut off`] : []),
      ...(tally.acknowledged === 0 ? ["nothing was acknowledged at all"] : []),
    ];
    return faults.map((fault) => `round ${i + 1} (${what}): ${fault}`);
  });
