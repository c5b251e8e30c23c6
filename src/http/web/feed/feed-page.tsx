import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import type { Marks } from "../../../core/memes/read-marks.ts";
import { Face } from "../components/face.tsx";
import { signInHref, type Frame } from "../frame.ts";
import { Icon } from "../components/icon.tsx";
import { Layout } from "../layout.tsx";
import { iconHref } from "../site-icons.tsx";
import { useWords } from "../use-words.tsx";
import { MemeGrid } from "./meme-grid.tsx";
import type { FeedInput } from "./feed-input.ts";
import { FeedLink, FeedTabs, hrefOf } from "./feed-tabs.tsx";

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

/** The front page, and its tabs. */
export const FeedPage = ({ frame, asked, memes, marks, next }: Props) => {
  const { say } = useWords();
  const title = say(`feed.${asked.feed}-memes`);
  const isFront = asked.feed === "hot" && !asked.cursor;
  const description = frame.site.tagline ?? say("feed.description");
  return (
    <Layout
      frame={frame}
      title={isFront ? undefined : title}
      description={description}
      current="feed"
      head={
        <>
          <AtomLink frame={frame} asked={asked} />
          {isFront && <SitePreview frame={frame} description={description} />}
        </>
      }
      wide
    >
      <ConfirmAddress frame={frame} />
      <div class="feed-head">
        <h1 class="title">{title}</h1>
        {/* On wide screens the header has it. */}
        <a class="button button-small feed-make" href={`${frame.site.root}/make`}>
          <Icon name="edit" /> {say("make.link")}
        </a>
        <FeedTabs frame={frame} current={asked.feed} asked={asked} />
        {asked.feed === "top" && <Periods frame={frame} asked={asked} />}
      </div>
      <MemeGrid
        frame={frame}
        memes={memes}
        marks={marks}
        next={next}
        ranked={asked.feed === "top" && !asked.cursor}
        empty={<Empty frame={frame} asked={asked} />}
      />
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

/** What chats show for a link to the site itself. */
const SitePreview = ({ frame: { site }, description }: { frame: Frame; description: string }) => (
  <>
    <meta property="og:site_name" content={site.name} />
    <meta property="og:type" content="website" />
    <meta property="og:url" content={`${site.url}/`} />
    <meta property="og:title" content={site.name} />
    <meta property="og:description" content={description} />
    <meta property="og:image" content={new URL(iconHref(site, "icon-512.png"), site.url).href} />
    <meta name="twitter:card" content="summary" />
  </>
);

/** New memes are linked from every page. */
const AtomLink = ({ frame, asked }: Pick<Props, "frame" | "asked">) => {
  if (asked.feed !== "hot" && asked.feed !== "top") return null;
  const path = asked.feed === "hot" ? "/hot.atom" : `/top.atom?period=${asked.period}`;
  return <FeedLink frame={frame} title={useWords().say(`feed.${asked.feed}-memes`)} path={path} />;
};

const Periods = ({ frame, asked }: Pick<Props, "frame" | "asked">) => {
  const { say } = useWords();
  return (
    <nav class="tabs tabs-small" aria-label={say("feed.period")}>
      {PERIODS.map(([period, text]) => (
        <a href={hrefOf(frame, asked, { period })} aria-current={asked.period === period ? "page" : undefined}>
          {say(text)}
        </a>
      ))}
    </nav>
  );
};

/** Which period to look at if there is nothing in this one. */
const LONGER = { "1d": "7d", "7d": "1mo", "1mo": "all" } as const;

const Empty = ({ frame, asked }: Pick<Props, "frame" | "asked">) => {
  const { say } = useWords();
  const longer = asked.feed === "top" && asked.period !== "all" ? LONGER[asked.period] : undefined;
  return (
    <>
      <Face grade={asked.feed === "hot" || asked.feed === "new" ? 2 : 1} />
      <p>{say(`feed.empty-${asked.feed === "hot" ? "new" : asked.feed}`)}</p>
      <p class="actions">
        {longer && (
          <a class="button button-quiet" href={hrefOf(frame, asked, { period: longer })}>
            {say(`feed.best-${longer}`)}
          </a>
        )}
        {asked.feed === "following" && (
          <a class="button button-quiet" href={`${frame.site.root}/top`}>
            {say("feed.top-memers")}
          </a>
        )}
        {asked.feed === "following" && (
          <a class="button button-quiet" href={`${frame.site.root}/tags`}>
            {say("feed.tags")}
          </a>
        )}
        <a class="button" href={frame.viewer ? `${frame.site.root}/submit` : signInHref(frame.site, "/submit")}>
          {say("feed.post")}
        </a>
      </p>
    </>
  );
};
