import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import type { Marks } from "../../../core/memes/read-marks.ts";
import type { Tag } from "../../../entities/tag.ts";
import { tagPath } from "../components/caption.tsx";
import { Face } from "../components/face.tsx";
import { FeedLink } from "../feed/feed-tabs.tsx";
import { MemeGrid } from "../feed/meme-grid.tsx";
import { FollowButton } from "../components/follow-button.tsx";
import { signInHref, type Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { useWords } from "../use-words.tsx";
import { ORDERS, tagQuery, type TagInput } from "./tag-input.ts";

interface Props {
  frame: Frame;
  tag: Tag;
  asked: TagInput;
  memes: MemeWithAuthor[];
  marks: Marks;
  /** Link to the next page. */
  next: string | undefined;
  /** Whether the viewer follows it. */
  following: boolean;
}

/** Everything that has a tag. */
export const TagPage = (props: Props) => {
  const { frame, tag, memes, marks, next } = props;
  const { say } = useWords();
  return (
    <Layout
      frame={frame}
      title={`#${tag.name}`}
      description={say("tags.about", { name: tag.name })}
      head={
        <>
          <link rel="canonical" href={frame.site.url + tagPath(tag.name)} />
          <FeedLink frame={frame} title={`#${tag.name}`} path={`${tagPath(tag.name)}/feed.atom`} />
        </>
      }
      wide
    >
      <div class="tag-head">
        <div class="tag-name">
          <h1 class="title">
            <bdi>#{tag.name}</bdi>
          </h1>
          <FollowTag {...props} />
        </div>
        <Numbers {...props} />
        <Orders {...props} />
      </div>
      <MemeGrid frame={frame} memes={memes} marks={marks} next={next} empty={<Empty {...props} />} />
    </Layout>
  );
};

const FollowTag = ({ frame, tag, following }: Props) => {
  const { say } = useWords();
  if (!frame.viewer)
    return (
      <a class="button button-quiet" href={signInHref(frame.site, tagPath(tag.name))}>
        {say("profile.sign-in-to-follow")}
      </a>
    );
  return <FollowButton frame={frame} path={frame.site.root + tagPath(tag.name)} following={following} of="tag" />;
};

const Numbers = ({ tag, asked }: Props) => {
  const { count, number } = useWords();
  const memes = tag.memeCount + (asked.age === 4 ? tag.matureCount : 0);
  return (
    <dl class="tag-numbers">
      <div>
        <dt>{count("tags.memes", memes)}</dt>
        <dd>{number(memes)}</dd>
      </div>
      <div>
        <dt>{count("profile.count-followers", tag.followerCount)}</dt>
        <dd data-followers="">{number(tag.followerCount)}</dd>
      </div>
    </dl>
  );
};

const Orders = ({ frame, tag, asked }: Props) => {
  const { say } = useWords();
  return (
    <nav class="tabs" aria-label={say("tags.orders")}>
      {ORDERS.map((order) => (
        <a
          href={frame.site.root + tagPath(tag.name) + tagQuery({ ...asked, order, cursor: undefined })}
          aria-current={asked.order === order ? "page" : undefined}
        >
          {say(`feed.${order}`)}
        </a>
      ))}
    </nav>
  );
};

const Empty = ({ frame, tag }: Props) => {
  const { say } = useWords();
  return (
    <>
      <Face grade={2} />
      <p>{say("tags.empty", { name: tag.name })}</p>
      <p class="actions">
        <a class="button" href={frame.viewer ? `${frame.site.root}/submit` : signInHref(frame.site, "/submit")}>
          {say("feed.post")}
        </a>
      </p>
    </>
  );
};
