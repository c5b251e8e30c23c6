// Several servers, the same requests, in turn: workers and peers.
import { written } from "./figure.ts";
import type { Subject, Timing } from "./measure.ts";
import type { ComparedContent, ComparedRow } from "./result.ts";
import { median } from "./statistics.ts";
import { table, whole } from "./table.ts";

/** Each subject takes a round in turn; undefined ones have no such answer. */
export async function compare(
  name: string,
  subjects: readonly (Subject | undefined)[],
  timing: Timing,
): Promise<ComparedRow> {
  for (const subject of subjects) await subject?.warmUp(timing.warmUp);
  const rounds = subjects.map(() => ({ cpu: [] as number[], perSecond: [] as number[] }));
  for (let round = 0; round < timing.rounds; round++)
    for (const [i, subject] of subjects.entries()) {
      const sample = await subject?.round(timing.seconds);
      if (sample) rounds[i]!.cpu.push(sample.cpu);
      if (sample) rounds[i]!.perSecond.push(sample.perSecond);
    }
  const middle = (values: readonly number[]) => (values.length > 0 ? median(values) : null);
  return {
    name,
    cpu: rounds.map(({ cpu }) => middle(cpu)),
    perSecond: rounds.map(({ perSecond }) => middle(perSecond)),
  };
}

const NONE = "–";

export function comparisonTable({ servers, rows }: ComparedContent): string {
  const head = ["", ...servers.flatMap((server) => [server, "req/s"])];
  const lines = rows.map(({ name, cpu, perSecond }) => [
    name,
    ...servers.flatMap((_, i) => [
      cpu[i] == null ? NONE : written(cpu[i], "µs"),
      perSecond[i] == null ? NONE : whole(perSecond[i]),
    ]),
  ]);
  return table([head, ...lines]);
}
