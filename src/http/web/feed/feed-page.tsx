import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import type { Marks } from "../../../core/memes/read-marks.ts";
import { Face } from "../components/face.tsx";
import { signInHref, type Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { useWords } from "../use-words.tsx";
import { MemeGrid } from "./meme-grid.tsx";
import { feedQuery, type FeedInput, type FeedName } from "./feed-input.ts";

const PERIODS = [
  ["1d", "feed.day"],
  ["7d", "feed.week"],
  ["1mo", "feed.month"],
  ["all", "feed.all-time"],
] as const;

interface Props {
  frame: Frame;
  asked: FeedInput;
  memes: MemeWithAuthor[];
  marks: Marks;
  next: string | undefined;
}

/** The front page. */
export const FeedPage = ({ frame, asked, memes, marks, next }: Props) => {
  const { say } = useWords();
  const title = say(`feed.${asked.feed}-memes`);
  return (
    <Layout
      frame={frame}
      title={asked.feed === "new" && !asked.cursor ? "Guffaw" : title}
      description={say("feed.description")}
      current="feed"
      wide
    >
      <ConfirmAddress frame={frame} />
      <div class="feed-head">
        <h1 class="title">{title}</h1>
        <FeedTabs frame={frame} asked={asked} />
        {asked.feed === "top" && <Periods frame={frame} asked={asked} />}
      </div>
      <MemeGrid frame={frame} memes={memes} marks={marks} next={next} empty={<Empty frame={frame} asked={asked} />} />
    </Layout>
  );
};

/** People rarely look into their settings. Without this they would find out on the day they forget their password. */
const ConfirmAddress = ({ frame: { viewer, site } }: { frame: Frame }) => {
  const { rich } = useWords();
  if (!site.mail || !viewer?.hasOnlyUnconfirmedEmail) return null;
  const link = (inner: string) => <a href={`${site.root}/settings/account#email`}>{inner}</a>;
  return <p class="surface-tint confirm-address">{rich("feed.confirm-address", { link })}</p>;
};

const hrefOf = (frame: Frame, name: FeedName, period: FeedInput["period"], age: number) => {
  const query = new URLSearchParams(feedQuery(name, period, age)).toString();
  return `${frame.site.root}/${query && `?${query}`}`;
};

const FeedTabs = ({ frame, asked }: Pick<Props, "frame" | "asked">) => {
  const { say } = useWords();
  const tab = (name: FeedName) => (
    <a href={hrefOf(frame, name, asked.period, asked.age)} aria-current={asked.feed === name ? "page" : undefined}>
      {say(`feed.${name}`)}
    </a>
  );
  return (
    <nav class="tabs" aria-label={say("feed.feeds")}>
      {tab("new")}
      {tab("top")}
      {frame.viewer && tab("following")}
      <a href={`${frame.site.root}/random`}>{say("feed.random")}</a>
    </nav>
  );
};

const Periods = ({ frame, asked }: Pick<Props, "frame" | "asked">) => {
  const { say } = useWords();
  return (
    <nav class="tabs tabs-small" aria-label={say("feed.period")}>
      {PERIODS.map(([period, text]) => (
        <a href={hrefOf(frame, "top", period, asked.age)} aria-current={asked.period === period ? "page" : undefined}>
          {say(text)}
        </a>
      ))}
    </nav>
  );
};

const Empty = ({ frame, asked }: Pick<Props, "frame" | "asked">) => {
  const { say } = useWords();
  return (
    <>
      <Face grade={asked.feed === "new" ? 2 : 1} />
      <p>{say(`feed.empty-${asked.feed}`)}</p>
      <p class="actions">
        {asked.feed === "following" && (
          <a class="button button-quiet" href={`${frame.site.root}/top`}>
            {say("feed.top-memers")}
          </a>
        )}
        <a class="button" href={frame.viewer ? `${frame.site.root}/submit` : signInHref(frame.site, "/submit")}>
          {say("feed.post")}
        </a>
      </p>
    </>
  );
};
