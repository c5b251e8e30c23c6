/** One metric with all its values, in the terms of Prometheus. */
export interface Family {
  name: string;
  type: "counter" | "gauge" | "histogram";
  help: string;
  samples: Sample[];
  /** Values that say nothing when added up: each process shows its own. */
  perProcess?: true;
  /** Values that are the same for all processes: shown once, not added up. */
  shared?: true;
}

interface Sample {
  /** Set in a histogram: `_bucket`, `_sum` or `_count`. */
  suffix?: string;
  labels: string;
  value: number;
}

/** The metrics of one process. */
export interface Report {
  process: string;
  families: Family[];
}

export const single = (name: string, type: Family["type"], help: string, value: number): Family => ({
  name,
  type,
  help,
  samples: [{ labels: "", value }],
});

/** One value for each value of a label. */
export const by = (
  label: string,
  name: string,
  type: Family["type"],
  help: string,
  values: Readonly<Record<string, number>>,
): Family => ({
  name,
  type,
  help,
  samples: Object.entries(values).map(([key, value]) => ({ labels: `${label}="${key}"`, value })),
});

/** Prometheus text format. */
export function textOf(families: readonly Family[]): string {
  const lines: string[] = [];
  for (const { name, type, help, samples } of families) {
    lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
    for (const { suffix = "", labels, value } of samples)
      lines.push(`${name}${suffix}${labels && `{${labels}}`} ${value}`);
  }
  return `${lines.join("\n")}\n`;
}

/** Adds up the metrics of several processes. */
export function sumOf(reports: readonly Report[]): Family[] {
  const sums = new Map<string, { family: Family; samples: Map<string, Sample> }>();
  for (const { process, families } of reports)
    for (const family of families) {
      const sum = sums.get(family.name) ?? { family, samples: new Map<string, Sample>() };
      sums.set(family.name, sum);
      if (family.shared && sum.samples.size > 0) continue;
      for (const sample of family.samples) add(sum.samples, family.perProcess ? ofProcess(process, sample) : sample);
    }
  return [...sums.values()].map(({ family, samples }) => ({ ...family, samples: [...samples.values()] }));
}

function add(samples: Map<string, Sample>, sample: Sample) {
  const key = `${sample.suffix ?? ""}{${sample.labels}}`;
  samples.set(key, { ...sample, value: (samples.get(key)?.value ?? 0) + sample.value });
}

const ofProcess = (process: string, sample: Sample): Sample => ({
  ...sample,
  labels: [`process="${process}"`, sample.labels].filter(Boolean).join(","),
});

/** What remains of a process that has ended: counters never go down. */
export const countersOf = (families: readonly Family[]) =>
  families.filter(({ type, perProcess }) => type !== "gauge" && !perProcess);
