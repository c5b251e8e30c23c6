import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import { AverageFace } from "../components/average-face.tsx";
import { Face, gradeName, GRADES } from "../components/face.tsx";
import { Icon } from "../components/icon.tsx";
import { Picture } from "../components/picture.tsx";
import { PersonName } from "../components/person.tsx";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";
import { averageOf } from "../../../core/memes/average.ts";

interface Props {
  frame: Frame;
  memes: MemeWithAuthor[];
  /** Link to the next page, which scripts follow automatically. */
  next?: string | undefined;
  /** Shown if there are no memes. */
  empty: unknown;
}

const EAGER = 4;

/** A wall of memes, in as many columns as fit. */
export const MemeGrid = ({ frame, memes, next, empty }: Props) => (
  <meme-feed class="feed">
    <FaceStore />
    {memes.length === 0 && <div class="feed-empty">{empty}</div>}
    <ol class="feed-list" data-list>
      {memes.map((one, i) => (
        <li>
          <MemeCard frame={frame} one={one} eager={i < EAGER} />
        </li>
      ))}
    </ol>
    {next && (
      <p class="feed-more" data-more>
        <a class="button button-quiet" rel="next" href={next}>
          {useWords().say("feed.more")}
        </a>
      </p>
    )}
  </meme-feed>
);

const HELD = { hidden: "moderation.state-hidden", waiting: "moderation.state-waiting" } as const;

const MemeCard = ({ frame, one: { meme, author }, eager }: { frame: Frame; one: MemeWithAuthor; eager: boolean }) => {
  const href = `${frame.site.root}/meme/${meme.id}`;
  const { say, count, number, ago } = useWords();
  const name = meme.caption || say("parts.without-words");
  return (
    <article class={meme.disabled ? "card card-hidden" : "card"} data-meme={meme.id}>
      <div class="card-stage" data-stage>
        <a class="card-picture" href={href} aria-label={name}>
          <Picture
            frame={frame}
            meme={meme}
            sizes="(min-width: 60rem) 22rem, (min-width: 36rem) 45vw, 95vw"
            eager={eager}
            still
          />
        </a>
        {meme.image.animated ? (
          <button type="button" class="card-moving" data-play aria-pressed="false">
            <Icon name="play" /> {say("feed.gif")} <span class="sr">{say("feed.play")}</span>
          </button>
        ) : null}
      </div>
      <div class="card-words">
        {meme.caption && (
          <p class="card-caption">
            <a href={href}>
              <bdi>{meme.caption}</bdi>
            </a>
          </p>
        )}
        <p class="card-line">
          <PersonName frame={frame} person={author} />
          <span class="card-ago">{ago(meme.createdAt, frame.now)}</span>
        </p>
        <p class="card-line card-counts">
          <span data-average-of={meme.id}>
            <AverageFace average={averageOf(meme)} total={meme.rating.total} />
          </span>
          <a class="card-comments" href={`${href}#comments`}>
            <Icon name="comment" /> <span aria-hidden="true">{number(meme.commentCount)}</span>
            <span class="sr">{count("parts.comments", meme.commentCount)}</span>
          </a>
          {meme.disabled ? <span class="badge">{say(meme.held ? HELD[meme.held] : "feed.hidden")}</span> : null}
        </p>
      </div>
    </article>
  );
};

/** One of each face, for scripts that update an average. */
const FaceStore = () => (
  <div hidden data-faces>
    {GRADES.map((grade) => (
      <Face grade={grade} label={gradeName(useWords(), grade)} />
    ))}
  </div>
);
