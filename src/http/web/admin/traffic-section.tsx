import { RANGES, type Range, type Traffic } from "../../../core/traffic/read-traffic.ts";
import { latencyIn } from "../../../words/amounts.ts";
import type { Frame } from "../frame.ts";
import { SettingsSection } from "../settings/settings-layout.tsx";
import { useWords } from "../use-words.tsx";
import { MinuteForm } from "./slow-requests.tsx";
import { TrafficCharts } from "./traffic-charts.tsx";

interface Props {
  frame: Frame;
  range: Range;
  traffic: Traffic;
}

/** Requests over time, and the way to a single minute. */
export const TrafficSection = ({ frame, range, traffic }: Props) => {
  const { say } = useWords();
  return (
    <SettingsSection id="traffic" title={say("admin.traffic")} lead={say("admin.traffic-lead")}>
      <RangeNav frame={frame} range={range} />
      <TrafficSum traffic={traffic} />
      <TrafficCharts traffic={traffic} />
      <MinuteForm frame={frame} at={frame.now} />
    </SettingsSection>
  );
};

const RangeNav = ({ frame, range }: { frame: Frame; range: Range }) => {
  const { say } = useWords();
  return (
    <nav class="tabs" aria-label={say("admin.range")}>
      {(Object.keys(RANGES) as Range[]).map((one) => (
        <a href={`${frame.site.root}/admin?range=${one}#traffic`} aria-current={one === range ? "page" : undefined}>
          {say(`admin.range-${one}`)}
        </a>
      ))}
    </nav>
  );
};

const TrafficSum = ({ traffic: { total } }: { traffic: Traffic }) => {
  const words = useWords();
  const { median, p95, p99, requests, failed } = total;
  if (median === undefined) return <p>{words.say("admin.traffic-none")}</p>;
  const times = { median: latencyIn(words, median), p95: latencyIn(words, p95!), p99: latencyIn(words, p99!) };
  return <p>{words.count("admin.traffic-sum", requests, { failed, ...times })}</p>;
};
