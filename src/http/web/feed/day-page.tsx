import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import type { Marks } from "../../../core/memes/read-marks.ts";
import { Face } from "../components/face.tsx";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { useWords } from "../use-words.tsx";
import { FeedLink, FeedTabs } from "./feed-tabs.tsx";
import { MemeGrid } from "./meme-grid.tsx";

interface Props {
  frame: Frame;
  memes: MemeWithAuthor[];
  marks: Marks;
  next: string | undefined;
}

/** The meme of every day, newest first. */
export const DayPage = ({ frame, memes, marks, next }: Props) => {
  const { say } = useWords();
  const title = say("feed.days");
  return (
    <Layout
      frame={frame}
      title={title}
      description={say("feed.days-description")}
      current="feed"
      head={<FeedLink frame={frame} title={title} path="/day.atom" />}
      wide
    >
      <div class="feed-head">
        <h1 class="title">{title}</h1>
        <FeedTabs frame={frame} current="day" />
      </div>
      <MemeGrid frame={frame} memes={memes} marks={marks} next={next} empty={<Nobody frame={frame} />} dated />
    </Layout>
  );
};

const Nobody = ({ frame }: Pick<Props, "frame">) => {
  const { say } = useWords();
  return (
    <>
      <Face grade={3} />
      <p>{say("feed.empty-days")}</p>
      <p class="actions">
        <a class="button" href={`${frame.site.root}/new`}>
          {say("feed.rate-new")}
        </a>
      </p>
    </>
  );
};
