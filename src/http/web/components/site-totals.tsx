import type { Stats } from "../../../core/stats/read-stats.ts";
import { useWords } from "../use-words.tsx";
import { Face, GRADES } from "./face.tsx";

/** Totals of the site, each with a small drawing. */
export const SiteTotals = ({ stats: { memes, ratings, websiteUsers, uniqueMemers } }: { stats: Stats }) => {
  const { language, say, count } = useWords();
  const each = () => (ratings / memes).toLocaleString(language, { maximumFractionDigits: 1 });
  return (
    <section class="totals" aria-labelledby="totals">
      <h2 id="totals">{say("parts.totals")}</h2>
      <dl>
        <Total
          name={count("parts.total-memes", memes)}
          value={memes}
          note={say(memes === 0 ? "parts.no-memes" : "parts.some-memes")}
        >
          <Frames />
        </Total>
        <Total
          name={count("parts.total-ratings", ratings)}
          value={ratings}
          note={memes === 0 ? say("parts.no-ratings") : say("parts.ratings-each", { number: each() })}
        >
          <span class="total-faces">
            {GRADES.map((grade) => (
              <Face grade={grade} />
            ))}
          </span>
        </Total>
        <Total
          name={count("parts.total-memers", uniqueMemers)}
          value={uniqueMemers}
          note={count("parts.of-accounts", websiteUsers)}
        >
          <Share share={websiteUsers > 0 ? uniqueMemers / websiteUsers : 0} />
        </Total>
      </dl>
    </section>
  );
};

const Total = ({ name, value, note, children }: { name: string; value: number; note: string; children?: unknown }) => (
  <div class="total">
    <dt>{name}</dt>
    <dd class="total-value">{useWords().number(value)}</dd>
    <dd class="total-note">{note}</dd>
    <dd class="total-picture" aria-hidden="true">
      {children}
    </dd>
  </div>
);

const Frames = () => (
  <svg viewBox="0 0 120 40">
    {[0, 42, 84].map((x, i) => (
      <g transform={`translate(${x} 0) rotate(${[-5, 3, -2][i]} 18 20)`}>
        <rect class="frame" x="3" y="4" width="31" height="32" rx="4" />
        <path
          class="frame-hill"
          d={["M5 30l9-11 7 8 4-4 7 9v2H5Z", "M5 33V22c7 5 12-3 27 3v8Z", "M5 33l13-16 14 16Z"][i]}
        />
        <circle class="frame-sun" cx={[26, 13, 27][i]} cy={[13, 12, 12][i]} r="3.5" />
      </g>
    ))}
  </svg>
);

const HEADS = 10;

/** Ten heads, one filled per tenth of the accounts that post memes. Even a single poster fills one. */
const Share = ({ share }: { share: number }) => {
  const filled = share === 0 ? 0 : Math.max(1, Math.round(share * HEADS));
  return (
    <svg viewBox="0 0 200 40">
      {Array.from({ length: HEADS }, (_, i) => (
        <g class={i < filled ? "head head-filled" : "head"} transform={`translate(${i * 20} 0)`}>
          <circle cx="10" cy="13" r="6" />
          <path d="M2 34c0-7 3.5-10.500 8-10.500S18 27 18 34Z" />
        </g>
      ))}
    </svg>
  );
};
