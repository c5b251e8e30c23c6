import type { Words } from "../../../words/words.ts";
import { useWords } from "../words.tsx";

/** A stretch of time, named in the language of the page. */
export type Bar = { value: number } & ({ start: number; per: "month" | "day" } | BarNames);

interface BarNames {
  /** Below the bar, where there is room. */
  label: string;
  /** In full, for the table and for whoever points at the bar. */
  name: string;
}
type NamedBar = BarNames & { value: number };

/** What is counted: one that the catalogue knows, or in the page's own words. */
export type Unit = "memes" | "ratings" | "accounts" | NamedUnit;

interface NamedUnit {
  /** Many of them, within a sentence. */
  name: string;
  counted(value: number): string;
}

interface Props {
  /** Its own on the page. */
  id: string;
  title: string;
  /** What is counted: for those who hear it, and for the table. */
  unit: Unit;
  /** What the bars stand for: "Month". */
  of: string;
  bars: readonly Bar[];
  /** Beside the title. */
  note?: string | undefined;
  /** So many bars share a label. */
  every?: number;
  /** Over all columns. */
  wide?: boolean;
}

type Drawn = Omit<Props, "bars" | "unit"> & { bars: readonly NamedBar[]; unit: NamedUnit };

/** Bars over time, drawn in shares of the width so that the words keep their size; the numbers are in a table below. */
export const BarChart = (props: Props) => {
  const words = useWords();
  const { id, title, note, wide } = props;
  const bars = props.bars.map((bar) => namedBar(words, bar));
  const unit = namedUnit(words, props.unit);
  return (
    <figure class={wide ? "chart chart-wide" : "chart"} aria-labelledby={`${id}-title`}>
      <figcaption>
        <span class="chart-title" id={`${id}-title`}>
          {title}
        </span>
        {note && <span class="chart-note">{note}</span>}
      </figcaption>
      <svg class="chart-plot" role="img" aria-label={title} aria-describedby={`${id}-says`}>
        <desc id={`${id}-says`}>{summaryOf(words, bars, unit)}</desc>
        <Plot {...props} bars={bars} unit={unit} />
      </svg>
      <Numbers {...props} bars={bars} unit={unit} />
    </figure>
  );
};

function namedUnit({ say, count }: Words, unit: Unit): NamedUnit {
  if (typeof unit !== "string") return unit;
  return { name: say(`parts.chart-${unit}`), counted: (value) => count(`parts.${unit}`, value) };
}

function summaryOf({ say }: Words, bars: readonly NamedBar[], unit: NamedUnit): string {
  const total = bars.reduce((sum, { value }) => sum + value, 0);
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last || total === 0) return say("parts.chart-none", { unit: unit.name });
  const most = bars.reduce((best, bar) => (bar.value > best.value ? bar : best));
  return say("parts.chart-summary", {
    total: unit.counted(total),
    first: first.name,
    last: last.name,
    peak: most.name,
    most: most.value,
  });
}

/** Lines at round numbers, the highest at or above every bar. */
export function ticksUpTo(most: number): number[] {
  const rough = Math.max(most, 2) / 2;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(
    1,
    [1, 2, 2.5, 5, 10].map((n) => n * size).find((n) => n >= rough && Number.isInteger(n))!,
  );
  return [0, step, 2 * step];
}

const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`;

const Plot = ({ bars, unit, every = 1 }: Drawn) => {
  const { language, say } = useWords();
  const short = new Intl.NumberFormat(language, { notation: "compact", maximumFractionDigits: 1 });
  const most = Math.max(0, ...bars.map(({ value }) => value));
  const ticks = ticksUpTo(most);
  const top = ticks.at(-1)!;
  const peak = most === 0 ? -1 : bars.findLastIndex(({ value }) => value === most);
  const room = 1 / bars.length;
  return (
    <>
      {ticks.map((tick) => (
        <g class={tick === 0 ? "chart-tick chart-ground" : "chart-tick"}>
          <line x1="0" x2="100%" y1={percent(1 - tick / top)} y2={percent(1 - tick / top)} />
          <text x="-8" y={percent(1 - tick / top)} dy="0.32em">
            {short.format(tick)}
          </text>
        </g>
      ))}
      {bars.map(({ value, name }, i) => (
        <g class={i === peak ? "chart-bar chart-peak" : "chart-bar"}>
          <title>{say("parts.chart-bar", { name, value: unit.counted(value) })}</title>
          {/* All of the column, so that pointing at a low bar is not a game of skill. */}
          <rect class="chart-column" x={percent(i * room)} width={percent(room)} y="0" height="100%" />
          <rect
            x={percent((i + 0.14) * room)}
            width={percent(0.72 * room)}
            y={percent(1 - value / top)}
            height={percent(value / top)}
            rx="3"
          />
          {i === peak && (
            <text class="chart-value" x={percent((i + 0.5) * room)} y={percent(1 - value / top)} dy="-6">
              {short.format(value)}
            </text>
          )}
          <Label bars={bars} every={every} at={i} />
        </g>
      ))}
    </>
  );
};

/** Counted from the last, which is the one that matters most; a narrow chart leaves out every other one. */
const Label = ({ bars, every, at }: { bars: readonly NamedBar[]; every: number; at: number }) => {
  const back = bars.length - 1 - at;
  if (back % every !== 0) return null;
  const isLong = every > 1 && back === 0;
  const classes = ["chart-label", isLong && "chart-label-last", back % (2 * every) !== 0 && "chart-label-spare"];
  return (
    <text
      class={classes.filter(Boolean).join(" ")}
      x={isLong ? "100%" : percent((at + 0.5) / bars.length)}
      y="100%"
      dy="18"
    >
      {bars[at]!.label}
    </text>
  );
};

const Numbers = ({ title, of, unit, bars }: Drawn) => {
  const { say, number } = useWords();
  return (
    <details class="chart-numbers">
      <summary>
        {say("parts.chart-numbers")}
        <span class="sr">{say("parts.chart-numbers-of", { title })}</span>
      </summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            <th scope="col">{capital(unit.name)}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ name, value }) => (
            <tr>
              <th scope="row">{name}</th>
              <td>{number(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
};

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

/** How much of the whole, as a bar. Decoration: the number is beside it. */
export const ShareBar = ({ share }: { share: number }) => (
  <svg class="share" aria-hidden="true">
    <rect class="share-all" width="100%" height="100%" rx="4" />
    <rect class="share-part" width={percent(share)} height="100%" rx="4" />
  </svg>
);
