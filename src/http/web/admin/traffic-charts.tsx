import type { Traffic, TrafficPoint } from "../../../core/traffic/read-traffic.ts";
import { MINUTE_MS } from "../../../data/traffic.ts";
import { latencyIn } from "../../../words/amounts.ts";
import type { Words } from "../../../words/words.ts";
import { BarChart } from "../components/bar-chart.tsx";
import { LineChart, logarithmic } from "../components/line-chart.tsx";
import { useWords } from "../use-words.tsx";

const HOUR = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const DAY = { day: "numeric", month: "short" } as const;
const PERCENTILES = ["median", "p95", "p99"] as const;
const HOUR_MS = 3_600_000;
/** A label every eight minutes of an hour, every four hours of a day, or every day of a week. */
const EVERY = 8;

/** The number of requests and how long they took, point by point. */
export const TrafficCharts = ({ traffic }: { traffic: Traffic }) => {
  const words = useWords();
  const { say, count } = words;
  const points = namedPoints(words, traffic);
  return (
    <div class="charts-grid">
      <BarChart
        id="chart-requests"
        title={say("admin.traffic")}
        note={say(noteOf(traffic))}
        unit={{ name: say("admin.traffic-unit"), counted: (value) => count("admin.traffic-count", value) }}
        of={say("admin.traffic-from")}
        bars={points.map(({ label, name, requests }) => ({ label, name, value: requests }))}
        every={EVERY}
        wide
      />
      <LatencyChart points={points} />
    </div>
  );
};

function noteOf({ stepMs }: Traffic) {
  if (stepMs === MINUTE_MS) return "admin.traffic-per-minute";
  return stepMs < HOUR_MS ? "admin.traffic-per-half-hour" : "admin.traffic-per-three-hours";
}

type NamedPoint = TrafficPoint & { label: string; name: string };

/** Labelled with the hour within a day or the day within a week, and named by both. */
function namedPoints({ locale }: Words, { points, stepMs }: Traffic): NamedPoint[] {
  const label = new Intl.DateTimeFormat(locale, { ...(stepMs < HOUR_MS ? HOUR : DAY), timeZone: "UTC" });
  const name = new Intl.DateTimeFormat(locale, { ...DAY, ...HOUR, timeZone: "UTC" });
  return points.map((point) => ({ ...point, label: label.format(point.start), name: name.format(point.start) }));
}

const LatencyChart = ({ points }: { points: readonly NamedPoint[] }) => {
  const words = useWords();
  const { say } = words;
  return (
    <LineChart
      id="chart-latency"
      title={say("admin.latency")}
      note={say("admin.latency-note")}
      summary={summaryOf(words, points)}
      of={say("admin.traffic-from")}
      lines={PERCENTILES.map((kind) => ({ kind, name: say(`admin.latency-${kind}`) }))}
      points={points.map((point) => ({
        label: point.label,
        name: point.name,
        hint: point.median === undefined ? undefined : hintOf(words, point),
        values: PERCENTILES.map((kind) => point[kind]),
      }))}
      written={(seconds) => latencyIn(words, seconds)}
      scale={logarithmic(0.001, 0.01)}
      every={EVERY}
      wide
    />
  );
};

function summaryOf(words: Words, points: readonly NamedPoint[]): string {
  const slowest = points.reduce<NamedPoint | undefined>(
    (worst, point) => ((point.p99 ?? 0) > (worst?.p99 ?? 0) ? point : worst),
    undefined,
  );
  if (!slowest) return words.say("admin.traffic-none");
  return words.say("admin.latency-says", { when: slowest.name, p99: latencyIn(words, slowest.p99!) });
}

const hintOf = (words: Words, { name, median, p95, p99 }: NamedPoint) =>
  words.say("admin.latency-point", {
    when: name,
    median: latencyIn(words, median!),
    p95: latencyIn(words, p95!),
    p99: latencyIn(words, p99!),
  });
