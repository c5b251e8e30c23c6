import type { Counted, SiteHistory } from "../../../core/stats/read-history.ts";
import type { Stats } from "../../../core/stats/read-stats.ts";
import { BarChart, dayBar, monthBar, type Bar } from "../components/chart.tsx";
import { Totals } from "../components/totals.tsx";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";

interface Props {
  frame: Frame;
  stats: Stats;
  history: SiteHistory;
}

const DAYS_OF_WEEK = 7;

export const StatsPage = ({ frame, stats, history }: Props) => (
  <Layout
    frame={frame}
    title="Statistics"
    description="How many memes, ratings and accounts there are on this site, and how they came."
    current="stats"
  >
    <h1 class="info-title">Statistics</h1>
    <p class="lead info-lead">How much laughing goes on here. Counted by the calendar of UTC, a minute old at most.</p>
    <Totals stats={stats} />
    <section class="charts" aria-labelledby="over-time">
      <h2 id="over-time">Over time</h2>
      <div class="charts-grid">
        <BarChart
          id="chart-memes"
          title="Memes"
          note="posted each month"
          unit={["meme", "memes"]}
          of="Month"
          bars={barsOf(history.memes, monthBar)}
        />
        <BarChart
          id="chart-accounts"
          title="New accounts"
          note="each month"
          unit={["account", "accounts"]}
          of="Month"
          bars={barsOf(history.accounts, monthBar)}
        />
        <BarChart
          id="chart-ratings"
          title="Ratings"
          note="each day, over the last 30 days"
          unit={["rating", "ratings"]}
          of="Day"
          bars={barsOf(history.ratings, dayBar)}
          every={DAYS_OF_WEEK}
          wide
        />
      </div>
    </section>
  </Layout>
);

const barsOf = (counts: Counted[], bar: (start: number, value: number) => Bar) =>
  counts.map(({ start, count }) => bar(start, count));
