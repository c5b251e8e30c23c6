import { ticksUpTo } from "./bar-chart.tsx";
import { Chart, type ChartProps, type Column } from "./chart.tsx";

interface Line {
  /** Suffix of the classes `line-…` and `legend-…`. */
  kind: string;
  name: string;
}

/** Values of all lines at one time; undefined if nothing was measured. */
type Point = Pick<Column, "label" | "name" | "hint"> & { values: readonly (number | undefined)[] };

type Props = Pick<ChartProps, "id" | "title" | "note" | "summary" | "every" | "wide"> & {
  /** What a point stands for: "From". */
  of: string;
  /** Lowest first. */
  lines: readonly Line[];
  points: readonly Point[];
  written: (value: number) => string;
  scale: (points: readonly Point[]) => Scale;
};

interface Scale {
  ticks: number[];
  /** Share of the height, from the top. */
  y(value: number): number;
}

/** For values of any size: on another scale, the worst would flatten the usual ones. Covers at least this range. */
export const logarithmic =
  (min: number, max: number) =>
  (points: readonly Point[]): Scale => {
    const ticks = powersAround(points, min, max);
    const y = (value: number) => 1 - Math.log10(Math.max(value, ticks[0]!) / ticks[0]!) / (ticks.length - 1);
    return { ticks, y };
  };

/** From zero, for amounts. */
export function linear(points: readonly Point[]): Scale {
  const ticks = ticksUpTo(Math.max(...points.flatMap(({ values }) => values.map((value) => value ?? 0))));
  return { ticks, y: (value) => 1 - value / ticks.at(-1)! };
}

/** One line or several over time. */
export const LineChart = ({ of, lines, points, written, scale, ...props }: Props) => {
  const { ticks, y } = scale(points);
  const fromTop = lines.map((line, i) => ({ ...line, values: points.map(({ values }) => values[i]) })).toReversed();
  return (
    <Chart
      {...props}
      legend={fromTop.map((line) => (
        <LegendEntry {...line} />
      ))}
      ticks={ticks.map((tick) => ({ y: y(tick), text: written(tick) }))}
      headings={[of, ...lines.map(({ name }) => name)]}
      columns={points.map(({ values, ...column }) => ({
        ...column,
        cells: values.map((value) => (value === undefined ? "–" : written(value))),
      }))}
      lines={
        // Paths cannot use percentages, so they are drawn in their own units and stretched.
        <svg viewBox={`0 0 ${points.length} 1`} preserveAspectRatio="none" width="100%" height="100%">
          {fromTop.map(({ kind, values }) => (
            <path class={`line line-${kind}`} d={pathOf(values, y)} />
          ))}
        </svg>
      }
    />
  );
};

const LegendEntry = ({ kind, name }: Line) => (
  <span class={`legend-${kind}`}>
    <svg viewBox="0 0 24 10" aria-hidden="true">
      <path class={`line line-${kind}`} d="M0 5H24" />
    </svg>
    {name}
  </span>
);

/** Powers of ten around all values. */
function powersAround(points: readonly Point[], min: number, max: number): number[] {
  const values = points.flatMap((point) => point.values.map((value) => value ?? 0)).filter((value) => value > 0);
  const low = Math.floor(Math.log10(Math.min(min, ...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(max, ...values))));
  return Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i));
}

/** A line through the middle of each column, broken where there is no value. A lone point is a short line. */
function pathOf(values: readonly (number | undefined)[], height: (value: number) => number): string {
  const exact = (value: number) => Math.round(value * 10_000) / 10_000;
  return values
    .map((value, i) => {
      if (value === undefined) return "";
      const y = exact(height(value));
      const begins = values[i - 1] === undefined;
      if (begins && values[i + 1] === undefined) return `M${i + 0.2} ${y}H${i + 0.8}`;
      return `${begins ? "M" : "L"}${i + 0.5} ${y}`;
    })
    .join("");
}
