import type { Words } from "../../../words/words.ts";
import { useWords } from "../use-words.tsx";
import { Chart, percent, type ChartProps, type Column } from "./chart.tsx";

/** A month or a day, named in the language of the page, or a period the page names itself. */
export type Bar = { value: number } & ({ start: number; per: "month" | "day" } | BarNames);
type BarNames = Pick<Column, "label" | "name">;
type NamedBar = BarNames & { value: number };

/** What is counted: a unit from the catalogue, or one the page names itself. */
export type Unit = "memes" | "ratings" | "accounts" | NamedUnit;

interface NamedUnit {
  /** Plural, as within a sentence. */
  name: string;
  counted(value: number): string;
}

type Props = Pick<ChartProps, "id" | "title" | "note" | "every" | "wide"> & {
  unit: Unit;
  /** What a bar stands for: "Month". */
  of: string;
  bars: readonly Bar[];
};

/** Counts over time, with the highest one marked. */
export const BarChart = ({ unit: counted, of, bars: given, ...props }: Props) => {
  const words = useWords();
  const unit = namedUnit(words, counted);
  const bars = given.map((bar) => namedBar(words, bar));
  const short = new Intl.NumberFormat(words.language, { notation: "compact", maximumFractionDigits: 1 });
  const max = Math.max(0, ...bars.map(({ value }) => value));
  const ticks = ticksUpTo(max);
  const top = ticks.at(-1)!;
  const peak = max === 0 ? -1 : bars.findLastIndex(({ value }) => value === max);
  return (
    <Chart
      {...props}
      summary={summaryOf(words, bars, unit)}
      ticks={ticks.map((tick) => ({ y: 1 - tick / top, text: short.format(tick) }))}
      headings={[of, capital(unit.name)]}
      columns={bars.map(({ label, name, value }, i) => ({
        label,
        name,
        cells: [words.number(value)],
        hint: words.say("parts.chart-bar", { name, value: unit.counted(value) }),
        isPeak: i === peak,
        mark: (
          <BarMark at={i} of={bars.length} share={value / top} text={i === peak ? short.format(value) : undefined} />
        ),
      }))}
    />
  );
};

const BarMark = ({ at, of, share, text }: { at: number; of: number; share: number; text: string | undefined }) => (
  <>
    <rect
      x={percent((at + 0.14) / of)}
      width={percent(0.72 / of)}
      y={percent(1 - share)}
      height={percent(share)}
      rx="3"
    />
    {text !== undefined && (
      <text class="chart-value" x={percent((at + 0.5) / of)} y={percent(1 - share)} dy="-6">
        {text}
      </text>
    )}
  </>
);

function namedUnit({ say, count }: Words, unit: Unit): NamedUnit {
  if (typeof unit !== "string") return unit;
  return { name: say(`parts.chart-${unit}`), counted: (value) => count(`parts.${unit}`, value) };
}

function summaryOf({ say }: Words, bars: readonly NamedBar[], unit: NamedUnit): string {
  const total = bars.reduce((sum, { value }) => sum + value, 0);
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last || total === 0) return say("parts.chart-none", { unit: unit.name });
  const peak = bars.reduce((best, bar) => (bar.value > best.value ? bar : best));
  return say("parts.chart-summary", {
    total: unit.counted(total),
    first: first.name,
    last: last.name,
    peak: peak.name,
    most: peak.value,
  });
}

/** Ticks at round numbers, the highest at or above every bar. */
export function ticksUpTo(max: number): number[] {
  const rough = Math.max(max, 2) / 2;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(
    1,
    [1, 2, 2.5, 5, 10].map((n) => n * size).find((n) => n >= rough && Number.isInteger(n))!,
  );
  return [0, step, 2 * step];
}

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);

const LABELS = { month: { month: "short" }, day: { day: "numeric", month: "short" } } as const;
const NAMES = {
  month: { month: "long", year: "numeric" },
  day: { day: "numeric", month: "long", year: "numeric" },
} as const;

function namedBar({ locale }: Words, bar: Bar): NamedBar {
  if ("name" in bar) return bar;
  const { start, per, value } = bar;
  const written = (as: Intl.DateTimeFormatOptions) =>
    new Date(start).toLocaleDateString(locale, { ...as, timeZone: "UTC" });
  return { label: written(LABELS[per]), name: written(NAMES[per]), value };
}

export const monthBar = (start: number, value: number): Bar => ({ start, per: "month", value });
export const dayBar = (start: number, value: number): Bar => ({ start, per: "day", value });
