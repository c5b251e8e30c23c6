import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import type { Marks } from "../../../core/memes/read-marks.ts";
import { Deal } from "../../../shared/deal.ts";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";
import { cardShapeOf } from "./card-shape.ts";
import { RatePanel } from "./card-actions.tsx";
import { MemeCard } from "./meme-card.tsx";

interface Props {
  frame: Frame;
  memes: MemeWithAuthor[];
  marks: Marks;
  /** Link to the next page, which scripts follow automatically. */
  next?: string | undefined;
  /** Shown if there are no memes. */
  empty: unknown;
  /** The first three get medals. */
  ranked?: boolean;
  /** Memes of the day say which day it was. */
  dated?: boolean;
}

/** More would take the line away from those in sight of a phone. */
const EAGER = 2;
const MEDALS = 3;

/** A wall of memes, dealt into as many columns as fit. */
export const MemeGrid = ({ frame, memes, marks, next, empty, ranked = false, dated = false }: Props) => {
  const deal = new Deal();
  return (
    <meme-feed class="feed">
      <RatePanel frame={frame} />
      {memes.length === 0 && <div class="feed-empty">{empty}</div>}
      <ol class="feed-list" data-list>
        {memes.map((one, i) => {
          const place = ranked && i < MEDALS ? i : undefined;
          const awarded = place !== undefined || (one.meme.wonDay !== undefined && !dated);
          return (
            <li class={deal.next(cardShapeOf(one.meme, awarded)).join(" ")} data-page={frame.here}>
              <MemeCard
                frame={frame}
                one={one}
                marks={marks}
                place={place}
                dated={dated}
                eager={i < EAGER}
                first={i === 0}
              />
            </li>
          );
        })}
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
};
