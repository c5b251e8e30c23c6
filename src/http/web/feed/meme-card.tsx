import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import type { Marks } from "../../../core/memes/read-marks.ts";
import { Crown, Medal } from "../components/awards.tsx";
import { Curtain } from "../components/curtain.tsx";
import { Caption } from "../components/caption.tsx";
import { Icon } from "../components/icon.tsx";
import { PersonWithFace } from "../components/person.tsx";
import { isClipped, Picture } from "../components/picture.tsx";
import type { Frame } from "../frame.ts";
import { FollowAction } from "../profile/follow-action.tsx";
import { useWords } from "../use-words.tsx";
import { walkHref } from "../meme/walk-list.ts";
import { CardFilm, FilmButton } from "./card-film.tsx";
import { CardActions } from "./card-actions.tsx";

/**
 * Phones are told less than the truth: they would otherwise choose twice the bytes for a sharpness that nobody sees
 * while scrolling. The meme's page shows all there is.
 */
const SIZES = [
  "(min-width: 66rem) 24rem",
  "(min-width: 44rem) 45vw",
  "(min-resolution: 2.5dppx) 52vw",
  "(min-resolution: 1.5dppx) 80vw",
  "calc(100vw - 2rem)",
].join(", ");
const HELD = {
  hidden: "moderation.state-hidden",
  waiting: "moderation.state-waiting",
  encoding: "video.state-encoding",
} as const;

interface Props {
  frame: Frame;
  one: MemeWithAuthor;
  marks: Marks;
  /** 0 for the first of a ranking; undefined if the list is none. */
  place?: number | undefined;
  /** Says on which day it was the meme of the day. */
  dated?: boolean | undefined;
  /** Loads its picture at once. */
  eager: boolean;
  /** The first of its page. */
  first: boolean;
}

/** A meme in a list, with everything that can be done with it there. */
export const MemeCard = ({ frame, one, marks, place, dated, eager, first }: Props) => {
  const { meme, author } = one;
  const href = walkHref(frame.site.root, meme.id, frame.here);
  const { say, agoBriefly } = useWords();
  const name = meme.caption || say("parts.without-words");
  const clipped = isClipped(meme.image);
  return (
    <article
      class={meme.disabled ? "card card-hidden" : "card"}
      id={`card-${meme.id}`}
      data-meme={meme.id}
      data-by={author.id}
    >
      <div class={clipped ? "card-stage card-tall" : "card-stage"} data-stage>
        <a class="card-picture" href={href} aria-label={clipped ? `${name} · ${say("feed.see-all")}` : name}>
          <Picture frame={frame} meme={meme} sizes={SIZES} eager={eager} first={first} still />
          <CardFilm frame={frame} meme={meme} />
          {clipped && <span class="card-all">{say("feed.see-all")}</span>}
        </a>
        {dated && <Crown frame={frame} meme={meme} dated />}
        <Curtain frame={frame} meme={meme} />
        {meme.image.animated ? (
          <button type="button" class="card-moving" data-play aria-pressed="false">
            <Icon name="play" /> {say("feed.gif")} <span class="sr">{say("feed.play")}</span>
          </button>
        ) : null}
        <FilmButton frame={frame} meme={meme} />
      </div>
      <div class="card-words">
        <div class="card-title">
          {place !== undefined && <Medal place={place} />}
          {!dated && <Crown frame={frame} meme={meme} />}
          {meme.caption && (
            <p class="card-caption">
              <Caption frame={frame} text={meme.caption} href={href} />
            </p>
          )}
        </div>
        <div class="card-line">
          <PersonWithFace frame={frame} person={author} />
          {!marks.followed.has(author.id) && <FollowAction frame={frame} person={author} following={false} />}
          <span class="card-ago">{agoBriefly(meme.createdAt, frame.now)}</span>
          {meme.disabled ? <span class="badge">{say(meme.held ? HELD[meme.held] : "feed.hidden")}</span> : null}
        </div>
      </div>
      <CardActions frame={frame} one={one} marks={marks} />
    </article>
  );
};
