import type { Counted, SiteHistory } from "../../../core/stats/read-history.ts";
import type { Stats } from "../../../core/stats/read-stats.ts";
import { BarChart, dayBar, monthBar, type Bar } from "../components/bar-chart.tsx";
import { SiteTotals } from "../components/site-totals.tsx";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { useWords } from "../use-words.tsx";

interface Props {
  frame: Frame;
  stats: Stats;
  history: SiteHistory;
}

const DAYS_OF_WEEK = 7;

export const StatsPage = ({ frame, stats, history }: Props) => {
  const { say } = useWords();
  return (
    <Layout frame={frame} title={say("info.stats-title")} description={say("info.stats-description")} current="stats">
      <h1 class="info-title">{say("info.stats-title")}</h1>
      <p class="lead info-lead">{say("info.stats-lead")}</p>
      <SiteTotals stats={stats} />
      <section class="charts" aria-labelledby="over-time">
        <h2 id="over-time">{say("info.over-time")}</h2>
        <div class="charts-grid">
          <BarChart
            id="chart-memes"
            title={say("info.chart-memes")}
            note={say("info.chart-memes-note")}
            unit="memes"
            of={say("info.month")}
            bars={barsOf(history.memes, monthBar)}
          />
          <BarChart
            id="chart-accounts"
            title={say("info.chart-accounts")}
            note={say("info.chart-accounts-note")}
            unit="accounts"
            of={say("info.month")}
            bars={barsOf(history.accounts, monthBar)}
          />
          <BarChart
            id="chart-ratings"
            title={say("info.chart-ratings")}
            note={say("info.chart-ratings-note")}
            unit="ratings"
            of={say("info.day")}
            bars={barsOf(history.ratings, dayBar)}
            every={DAYS_OF_WEEK}
            wide
          />
        </div>
      </section>
    </Layout>
  );
};

const barsOf = (counts: Counted[], bar: (start: number, value: number) => Bar) =>
  counts.map(({ start, count }) => bar(start, count));
