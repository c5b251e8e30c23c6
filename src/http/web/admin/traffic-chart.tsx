import type { Traffic, TrafficPoint } from "../../../core/traffic/read-traffic.ts";
import type { Words } from "../../../words/words.ts";
import { BarChart } from "../components/chart.tsx";
import { useWords } from "../words.tsx";
import { latencyIn } from "../../../words/amounts.ts";

const HOUR = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const DAY = { day: "numeric", month: "short" } as const;
const LINES = ["p99", "p95", "median"] as const;
const HOUR_MS = 3_600_000;
/** So many points share a label: four hours of a day, one day of a week. */
const EVERY = 8;

/** What was asked and how long it took, point by point. */
export const TrafficCharts = ({ traffic }: { traffic: Traffic }) => {
  const words = useWords();
  const { say, count } = words;
  const label = labelOf(words, traffic);
  const name = nameOf(words);
  return (
    <div class="charts-grid">
      <BarChart
        id="chart-requests"
        title={say("admin.traffic")}
        note={say(traffic.stepMs < HOUR_MS ? "admin.traffic-per-half-hour" : "admin.traffic-per-three-hours")}
        unit={{ name: say("admin.traffic-unit"), counted: (value) => count("admin.traffic-count", value) }}
        of={say("admin.traffic-from")}
        bars={traffic.points.map((point) => ({ label: label(point), name: name(point), value: point.requests }))}
        every={EVERY}
        wide
      />
      <LatencyChart points={traffic.points} label={label} name={name} />
    </div>
  );
};

/** The hour within a day, the day within a week. */
function labelOf({ locale }: Words, { stepMs }: Traffic): (point: TrafficPoint) => string {
  const format = new Intl.DateTimeFormat(locale, { ...(stepMs < HOUR_MS ? HOUR : DAY), timeZone: "UTC" });
  return ({ start }) => format.format(start);
}

/** The day and the hour. */
function nameOf({ locale }: Words): (point: TrafficPoint) => string {
  const format = new Intl.DateTimeFormat(locale, { ...DAY, ...HOUR, timeZone: "UTC" });
  return ({ start }) => format.format(start);
}

interface Props {
  points: readonly TrafficPoint[];
  label: (point: TrafficPoint) => string;
  name: (point: TrafficPoint) => string;
}

const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`;

/** Each tenfold of time is as high as the next: what is slow would hide what is usual otherwise. */
const LatencyChart = ({ points, label, name }: Props) => {
  const words = useWords();
  const { say } = words;
  const slowest = points.reduce<TrafficPoint | undefined>(
    (worst, point) => ((point.p99 ?? 0) > (worst?.p99 ?? 0) ? point : worst),
    undefined,
  );
  const says = slowest
    ? say("admin.latency-says", { when: name(slowest), p99: latencyIn(words, slowest.p99!) })
    : say("admin.traffic-none");
  return (
    <figure class="chart chart-wide" aria-labelledby="chart-latency-title">
      <figcaption>
        <span class="chart-title" id="chart-latency-title">
          {say("admin.latency")}
        </span>
        <span class="chart-note">{say("admin.latency-note")}</span>
        <span class="chart-legend">
          {LINES.map((line) => (
            <span class={`legend-${line}`}>
              <svg viewBox="0 0 24 10" aria-hidden="true">
                <path class={`line line-${line}`} d="M0 5H24" />
              </svg>
              {say(`admin.latency-${line}`)}
            </span>
          ))}
        </span>
      </figcaption>
      <svg class="chart-plot" role="img" aria-label={say("admin.latency")} aria-describedby="chart-latency-says">
        <desc id="chart-latency-says">{says}</desc>
        <LatencyPlot points={points} label={label} name={name} />
      </svg>
      <LatencyNumbers points={points} name={name} />
    </figure>
  );
};

/** Whole powers of ten around all that is drawn, in seconds. */
function tensAround(points: readonly TrafficPoint[]): number[] {
  const times = points.flatMap(({ median, p99 }) => [median ?? [], p99 ?? []].flat()).filter((time) => time > 0);
  const low = Math.floor(Math.log10(Math.min(0.001, ...times)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(0.01, ...times))));
  return Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i));
}

const LatencyPlot = ({ points, label, name }: Props) => {
  const words = useWords();
  const tens = tensAround(points);
  const height = (seconds: number) => 1 - Math.log10(Math.max(seconds, tens[0]!) / tens[0]!) / (tens.length - 1);
  const room = 1 / points.length;
  return (
    <>
      {tens.map((ten, i) => (
        <g class={i === 0 ? "chart-tick chart-ground" : "chart-tick"}>
          <line x1="0" x2="100%" y1={percent(height(ten))} y2={percent(height(ten))} />
          <text x="-8" y={percent(height(ten))} dy="0.32em">
            {latencyIn(words, ten)}
          </text>
        </g>
      ))}
      {/* Paths know no shares: they are drawn in units of their own, and stretched. */}
      <svg viewBox={`0 0 ${points.length} 1`} preserveAspectRatio="none" width="100%" height="100%">
        {LINES.map((line) => (
          <path
            class={`line line-${line}`}
            d={pathOf(
              points.map((point) => point[line]),
              height,
            )}
          />
        ))}
      </svg>
      {points.map((point, i) => (
        <g class="chart-bar">
          {point.median !== undefined && <title>{pointIn(words, name(point), point)}</title>}
          <rect class="chart-column" x={percent(i * room)} width={percent(room)} y="0" height="100%" />
          {(points.length - 1 - i) % EVERY === 0 && (
            <text
              class={[
                "chart-label",
                i === points.length - 1 && "chart-label-last",
                isSpare(points, i) && "chart-label-spare",
              ]
                .filter(Boolean)
                .join(" ")}
              x={i === points.length - 1 ? "100%" : percent((i + 0.5) * room)}
              y="100%"
              dy="18"
            >
              {label(point)}
            </text>
          )}
        </g>
      ))}
    </>
  );
};

const isSpare = ({ length }: readonly TrafficPoint[], at: number) => (length - 1 - at) % (2 * EVERY) !== 0;

/** A line through the middle of each column, broken where nobody came; a single point is a short line of its own. */
function pathOf(values: readonly (number | undefined)[], height: (seconds: number) => number): string {
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

const pointIn = (words: Words, when: string, { median, p95, p99 }: TrafficPoint) =>
  words.say("admin.latency-point", {
    when,
    median: latencyIn(words, median!),
    p95: latencyIn(words, p95!),
    p99: latencyIn(words, p99!),
  });

const LatencyNumbers = ({ points, name }: Omit<Props, "label">) => {
  const words = useWords();
  const { say } = words;
  return (
    <details class="chart-numbers">
      <summary>
        {say("parts.chart-numbers")}
        <span class="sr">{say("parts.chart-numbers-of", { title: say("admin.latency") })}</span>
      </summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{say("admin.traffic-from")}</th>
            {LINES.toReversed().map((line) => (
              <th scope="col">{say(`admin.latency-${line}`)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr>
              <th scope="row">{name(point)}</th>
              {LINES.toReversed().map((line) => (
                <td>{point[line] === undefined ? "–" : latencyIn(words, point[line])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
};
