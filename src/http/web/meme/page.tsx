import { canDelete, canEdit } from "../../../core/access.ts";
import { MOST_ALT, MOST_CAPTION } from "../../../core/memes/caption-meme.ts";
import type { MemeInFull } from "../../../core/memes/read-meme-page.ts";
import { averageOf } from "../../v1/present.ts";
import { isoOf, timeAgo } from "../../time.ts";
import { AverageFace } from "../components/average.tsx";
import { Face, GRADE_NAMES, GRADES, type Grade } from "../components/face.tsx";
import { Icon } from "../components/icon.tsx";
import { Badges, PersonName } from "../components/person.tsx";
import { Picture } from "../components/picture.tsx";
import { RateFaces } from "../components/rate.tsx";
import { actorOf, signInHref, type Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { Comments, type RefusedComment } from "./comments.tsx";
import { Unfold } from "./unfold.tsx";

interface Props {
  frame: Frame;
  one: MemeInFull;
  refused: RefusedComment | undefined;
}

/** The meme, large, with all that people made of it. */
export const MemePage = ({ frame, one, refused }: Props) => {
  const { meme, author } = one;
  const title = [...meme.caption.split("\n")[0]!].slice(0, 80).join("") || `A meme by ${author.username}`;
  return (
    <Layout
      frame={frame}
      title={title}
      description={meme.caption || `A meme by ${author.username}, rated on Guffaw.`}
      head={<Unfold frame={frame} meme={meme} author={author} />}
      wide
    >
      <article class="meme" data-meme={meme.id} data-current>
        <div class="meme-stage">
          <Picture frame={frame} meme={meme} sizes="(min-width: 62rem) 44rem, 100vw" eager />
          <Neighbours frame={frame} one={one} />
        </div>
        <div class="meme-side">
          {meme.disabled ? (
            <p class="meme-hidden">
              <Icon name="hide" /> Hidden: only you can see it.
            </p>
          ) : null}
          <h1 class="meme-caption">
            <bdi>{meme.caption || "Without words"}</bdi>
          </h1>
          <p class="meme-by">
            <PersonName frame={frame} person={author} /> <Badges frame={frame} person={author} />
            <time class="soft" datetime={isoOf(meme.created_at)}>
              {timeAgo(meme.created_at, frame.now)} ago
            </time>
          </p>
          <Ratings frame={frame} one={one} />
          <Share frame={frame} id={meme.id} title={title} />
          <Tools frame={frame} one={one} />
        </div>
      </article>
      <Comments frame={frame} one={one} refused={refused} />
    </Layout>
  );
};

const Neighbours = ({ frame, one: { newer, older } }: Pick<Props, "frame" | "one">) => (
  <nav class="neighbours" aria-label="Other memes">
    {newer ? (
      <a rel="prev" href={`${frame.site.root}/meme/${newer}`} data-newer>
        <Icon name="previous" /> Newer
      </a>
    ) : (
      <span />
    )}
    <a href={`${frame.site.root}/random`}>Random</a>
    {older ? (
      <a rel="next" href={`${frame.site.root}/meme/${older}`} data-older>
        Older <Icon name="next" />
      </a>
    ) : (
      <span />
    )}
  </nav>
);

const Ratings = ({ frame, one: { meme, mine, histogram, raters } }: Pick<Props, "frame" | "one">) => (
  <section class="ratings" aria-labelledby="ratings">
    <h2 id="ratings" class="sr">
      Ratings
    </h2>
    <p class="ratings-average" data-average-of={meme.id}>
      <AverageFace average={averageOf(meme)} total={meme.rating_count} />
    </p>
    {frame.me ? (
      <RateFaces frame={frame} meme={meme} mine={mine?.rating} />
    ) : (
      <p class="ratings-invite">
        <a href={signInHref(frame.site, `/meme/${meme.id}`)}>Sign in</a> to rate it from {GRADE_NAMES[1]} to{" "}
        {GRADE_NAMES[5]}.
      </p>
    )}
    <Histogram counts={histogram} hidden={meme.rating_count === 0} />
    {raters && raters.length > 0 && (
      <details class="raters">
        <summary>Who rated what</summary>
        <ul>
          {raters.map(({ rating, user }) => (
            <li>
              <Face grade={rating!.rating as Grade} label={`${rating!.rating} out of 5`} />
              <PersonName frame={frame} person={user} />
            </li>
          ))}
        </ul>
      </details>
    )}
  </section>
);

/** Drawn as it is read: one bar for each face. */
const Histogram = ({ counts, hidden }: { counts: number[]; hidden: boolean }) => {
  const most = Math.max(...counts, 1);
  return (
    <ul class="histogram" aria-label="How it was rated" hidden={hidden} data-histogram>
      {GRADES.toReversed().map((grade) => {
        const count = counts[grade - 1]!;
        return (
          <li data-grade={grade}>
            <Face grade={grade} label={`${grade} out of 5`} />
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <rect class="histogram-ground" width="100" height="8" rx="2" />
              <rect class="histogram-bar" width={(count / most) * 100} height="8" rx="2" />
            </svg>
            <span class="histogram-count">{count.toLocaleString("en")}</span>
          </li>
        );
      })}
    </ul>
  );
};

const Share = ({ frame, id, title }: { frame: Frame; id: string; title: string }) => (
  <share-link class="share-row" data-url={`${frame.site.url}/meme/${id}`} data-title={title}>
    <label class="sr" for="share">
      Address of this meme
    </label>
    <input id="share" readonly value={`${frame.site.url}/meme/${id}`} />
    <button type="button" class="button button-small button-quiet" data-copy hidden>
      <Icon name="link" /> Copy link
    </button>
    <button type="button" class="button button-small button-quiet" data-share hidden>
      <Icon name="share" /> Share
    </button>
  </share-link>
);

/** For the author, and in part for the staff. */
const Tools = ({ frame, one: { meme } }: Pick<Props, "frame" | "one">) => {
  const actor = actorOf(frame);
  if (!canDelete(actor, meme)) return null;
  const action = (name: string) => `${frame.site.root}/meme/${meme.id}/${name}`;
  return (
    <div class="tools">
      {canEdit(actor, meme) && (
        <>
          <details class="tool">
            <summary>
              <Icon name="edit" /> Edit the words
            </summary>
            <form method="post" action={action("edit")} class="tool-form">
              <label for="caption">Caption</label>
              <textarea id="caption" name="caption" rows={3} maxlength={MOST_CAPTION}>
                {meme.caption}
              </textarea>
              <label for="alt">What the picture shows, for those who cannot see it</label>
              <textarea id="alt" name="alt" rows={2} maxlength={MOST_ALT}>
                {meme.alt}
              </textarea>
              <button class="button button-small">Save</button>
            </form>
          </details>
          <form method="post" action={action(meme.disabled ? "enable" : "disable")}>
            <button class="tool-button">
              <Icon name={meme.disabled ? "show" : "hide"} />{" "}
              {meme.disabled ? "Show it to everyone again" : "Hide it from everyone else"}
            </button>
          </form>
        </>
      )}
      <details class="tool">
        <summary>
          <Icon name="trash" /> Delete it
        </summary>
        <form method="post" action={action("delete")} class="tool-form">
          <p>It is gone for good, with its ratings and comments.</p>
          <button class="button button-small button-danger">Delete for good</button>
        </form>
      </details>
    </div>
  );
};
