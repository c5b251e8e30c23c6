import { Icon } from "../components/icon.tsx";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";
import { feedPath, type FeedInput, type FeedName } from "./feed-input.ts";

interface Props {
  frame: Frame;
  current: FeedName | "day";
  /** What the visitor chose, for the other tabs. */
  asked?: Omit<FeedInput, "feed">;
}

const USUAL: Omit<FeedInput, "feed"> = { period: "7d", age: 4 };

export const FeedTabs = ({ frame, current, asked = USUAL }: Props) => {
  const { say } = useWords();
  const { root } = frame.site;
  const on = (name: Props["current"]) => (current === name ? "page" : undefined);
  const tab = (name: FeedName) => (
    <a href={hrefOf(frame, { ...asked, feed: name })} aria-current={on(name)}>
      {say(`feed.${name}`)}
    </a>
  );
  return (
    <nav class="tabs" aria-label={say("feed.feeds")}>
      {tab("hot")}
      {tab("new")}
      {tab("top")}
      {frame.viewer && tab("following")}
      <a class="tab-icon" href={`${root}/random`}>
        <Icon name="random" />
        <span class="tab-word">{say("feed.random")}</span>
      </a>
      <a class="tab-icon" href={`${root}/day`} aria-current={on("day")} title={say("feed.days")}>
        <Icon name="crown" />
        <span class="sr">{say("feed.days")}</span>
      </a>
    </nav>
  );
};

/** The first page of a feed. */
export const hrefOf = (frame: Frame, asked: FeedInput, change: Partial<FeedInput> = {}) =>
  frame.site.root + feedPath({ ...asked, ...change, cursor: undefined });

/** For the head of a page that has its own Atom feed. */
export const FeedLink = ({ frame, title, path }: { frame: Frame; title: string; path: string }) => (
  <link rel="alternate" type="application/atom+xml" title={title} href={frame.site.root + path} />
);
