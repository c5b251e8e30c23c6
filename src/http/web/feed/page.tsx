import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import { Face } from "../components/face.tsx";
import { signInHref, type Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { MemeGrid } from "./grid.tsx";
import { feedQuery, type FeedInput } from "./routes.tsx";

export type FeedName = FeedInput["feed"];

const TITLES: Record<FeedName, string> = { new: "New memes", top: "Top memes", following: "From people you follow" };
const PERIODS: [FeedInput["period"], string][] = [
  ["1d", "Day"],
  ["7d", "Week"],
  ["1mo", "Month"],
  ["all", "All time"],
];

interface Props {
  frame: Frame;
  asked: FeedInput;
  memes: MemeWithAuthor[];
  next: string | undefined;
}

/** The front page. */
export const FeedPage = ({ frame, asked, memes, next }: Props) => (
  <Layout
    frame={frame}
    title={asked.feed === "new" && !asked.cursor ? "Guffaw" : TITLES[asked.feed]}
    description="Memes that people here laughed at, rated from a flat smirk to a full guffaw."
    current="feed"
    wide
  >
    <div class="feed-head">
      <h1 class="feed-title">{TITLES[asked.feed]}</h1>
      <FeedTabs frame={frame} asked={asked} />
      {asked.feed === "top" && <Periods frame={frame} asked={asked} />}
    </div>
    <MemeGrid frame={frame} memes={memes} next={next} empty={<Empty frame={frame} asked={asked} />} />
  </Layout>
);

const hrefOf = (frame: Frame, name: FeedName, period: FeedInput["period"], age: number) => {
  const query = new URLSearchParams(feedQuery(name, period, age)).toString();
  return `${frame.site.root}/${query && `?${query}`}`;
};

const FeedTabs = ({ frame, asked }: Pick<Props, "frame" | "asked">) => {
  const tab = (name: FeedName, text: string) => (
    <a href={hrefOf(frame, name, asked.period, asked.age)} aria-current={asked.feed === name ? "page" : undefined}>
      {text}
    </a>
  );
  return (
    <nav class="tabs" aria-label="Feeds">
      {tab("new", "New")}
      {tab("top", "Top")}
      {frame.me && tab("following", "Following")}
      <a href={`${frame.site.root}/random`}>Random</a>
    </nav>
  );
};

const Periods = ({ frame, asked }: Pick<Props, "frame" | "asked">) => (
  <nav class="tabs tabs-small" aria-label="Period">
    {PERIODS.map(([period, text]) => (
      <a href={hrefOf(frame, "top", period, asked.age)} aria-current={asked.period === period ? "page" : undefined}>
        {text}
      </a>
    ))}
  </nav>
);

const Empty = ({ frame, asked }: Pick<Props, "frame" | "asked">) => (
  <>
    <Face grade={asked.feed === "new" ? 2 : 1} />
    <p>
      {asked.feed === "following"
        ? "Nobody you follow has posted anything yet. Follow people whose memes make you laugh."
        : asked.feed === "top"
          ? "Nothing was rated in this time. Be the first to laugh."
          : "There is room for the first meme."}
    </p>
    <p class="actions">
      {asked.feed === "following" && (
        <a class="button button-quiet" href={`${frame.site.root}/top`}>
          See the top memers
        </a>
      )}
      <a class="button" href={frame.me ? `${frame.site.root}/submit` : signInHref(frame.site, "/submit")}>
        Post a meme
      </a>
    </p>
  </>
);
