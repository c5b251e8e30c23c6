import { useWords } from "../use-words.tsx";

/** One step in time: a column of the plot, and a row of the table. */
export interface Column {
  /** Below the column, if there is room. */
  label: string;
  /** In full, for the table. */
  name: string;
  /** One for each heading of the table. */
  cells: readonly string[];
  /** Shown when pointing at the column. */
  hint?: string | undefined;
  isPeak?: boolean;
  /** Drawn inside the column. */
  mark?: unknown;
}

/** A horizontal line with its text. The first is the baseline. */
export interface Tick {
  /** Share of the height, from the top. */
  y: number;
  text: string;
}

export interface ChartProps {
  /** Unique on the page. */
  id: string;
  title: string;
  /** Beside the title. */
  note?: string | undefined;
  legend?: unknown;
  /** For people who can't see the plot. */
  summary: string;
  ticks: readonly Tick[];
  columns: readonly Column[];
  /** Drawn across all columns, behind them. */
  lines?: unknown;
  /** Headings of the table: what a row stands for ("Month"), then what was measured. */
  headings: readonly [string, ...string[]];
  /** Label every nth column. */
  every?: number | undefined;
  /** Spans all columns of the grid it is in. */
  wide?: boolean | undefined;
}

/** A plot over time, sized in percent so that text keeps its size. The numbers are in a table below. */
export const Chart = (props: ChartProps) => {
  const { id, title, note, legend, summary, wide } = props;
  return (
    <figure class={wide ? "chart chart-wide" : "chart"} aria-labelledby={`${id}-title`}>
      <figcaption>
        <span class="chart-title" id={`${id}-title`}>
          {title}
        </span>
        {note && <span class="chart-note">{note}</span>}
        {legend && <span class="chart-legend">{legend}</span>}
      </figcaption>
      <svg class="chart-plot" role="img" aria-label={title} aria-describedby={`${id}-says`}>
        <desc id={`${id}-says`}>{summary}</desc>
        <Plot {...props} />
      </svg>
      <Numbers {...props} />
    </figure>
  );
};

export const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`;

const Plot = ({ ticks, columns, lines, every = 1 }: ChartProps) => (
  <>
    {ticks.map(({ y, text }, i) => (
      <g class={i === 0 ? "chart-tick chart-ground" : "chart-tick"}>
        <line x1="0" x2="100%" y1={percent(y)} y2={percent(y)} />
        <text x="-8" y={percent(y)} dy="0.32em">
          {text}
        </text>
      </g>
    ))}
    {lines}
    {columns.map(({ hint, isPeak, mark }, i) => (
      <g class={isPeak ? "chart-bar chart-peak" : "chart-bar"}>
        {hint !== undefined && <title>{hint}</title>}
        {/* The whole column, so that pointing at a low bar is not a game of skill. */}
        <rect
          class="chart-column"
          x={percent(i / columns.length)}
          width={percent(1 / columns.length)}
          y="0"
          height="100%"
        />
        {mark}
        <Label columns={columns} every={every} at={i} />
      </g>
    ))}
  </>
);

/** Counted from the last column, which matters most. A narrow chart omits every other label. */
const Label = ({ columns, every, at }: { columns: readonly Column[]; every: number; at: number }) => {
  const back = columns.length - 1 - at;
  if (back % every !== 0) return null;
  const isLong = every > 1 && back === 0;
  const classes = ["chart-label", isLong && "chart-label-last", back % (2 * every) !== 0 && "chart-label-spare"];
  return (
    <text
      class={classes.filter(Boolean).join(" ")}
      x={isLong ? "100%" : percent((at + 0.5) / columns.length)}
      y="100%"
      dy="18"
    >
      {columns[at]!.label}
    </text>
  );
};

const Numbers = ({ title, headings, columns }: ChartProps) => {
  const { say } = useWords();
  return (
    <details class="chart-numbers">
      <summary>
        {say("parts.chart-numbers")}
        <span class="sr">{say("parts.chart-numbers-of", { title })}</span>
      </summary>
      <table>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th scope="col">{heading}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns.map(({ name, cells }) => (
            <tr>
              <th scope="row">{name}</th>
              {cells.map((cell) => (
                <td>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
};
