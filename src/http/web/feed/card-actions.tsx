import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import type { Marks } from "../../../core/memes/read-marks.ts";
import { imagePath } from "../../../core/memes/renditions.ts";
import { averageOf } from "../../../core/memes/average.ts";
import { Face, gradeName, GRADES, type Grade } from "../components/face.tsx";
import { Icon } from "../components/icon.tsx";
import type { Frame } from "../frame.ts";
import { SaveAction } from "../saved/save-action.tsx";
import { PersonMenu } from "../seeing/person-menu.tsx";
import { useWords } from "../use-words.tsx";

interface Props {
  frame: Frame;
  one: MemeWithAuthor;
  marks: Marks;
}

/** What can be done with a meme right here. Every action is a link or a form that works without scripts. */
export const CardActions = (props: Props) => (
  <div class="card-actions" data-actions>
    <RateAction {...props} />
    <CommentAction {...props} />
    <ShareAction {...props} />
    <SaveAction frame={props.frame} meme={props.one.meme} saved={props.marks.saved.has(props.one.meme.id)} />
    <MoreAction {...props} />
  </div>
);

/** One face: the viewer's own, awake, or else the average, asleep. Scripts unfold the five faces in its place. */
const RateAction = ({ frame, one: { meme }, marks }: Props) => {
  const words = useWords();
  const mine = marks.ratings.get(meme.id) as Grade | undefined;
  const { total } = meme.rating;
  const average = averageOf(meme);
  const shown = mine ?? (total === 0 ? 3 : (Math.min(5, Math.max(1, Math.round(average))) as Grade));
  return (
    <a class="action action-rate" href={`${frame.site.root}/meme/${meme.id}#rate`} data-rate data-rated={mine}>
      <Face grade={shown} />
      <span class={total === 0 ? undefined : "sr"} data-invite>
        {words.say("feed.rate")}
      </span>
      <span data-average>
        {total > 0 && (
          <>
            <b>{words.tenths(average)}</b> <span aria-hidden="true">{`(${words.number(total)})`}</span>
            <span class="sr">{words.count("parts.ratings", total)}</span>
          </>
        )}
      </span>
      <span class="sr" data-mine>
        {mine && words.say("feed.your-rating", { name: gradeName(words, mine) })}
      </span>
    </a>
  );
};

const CommentAction = ({ frame, one: { meme } }: Props) => {
  const { number, count } = useWords();
  return (
    <a class="action" href={`${frame.site.root}/meme/${meme.id}#comments`}>
      <Icon name="comment" /> <span aria-hidden="true">{number(meme.commentCount)}</span>
      <span class="sr">{count("parts.comments", meme.commentCount)}</span>
    </a>
  );
};

/** Leads to the ways to share on the meme's page; scripts offer them here. */
const ShareAction = ({ frame, one: { meme } }: Props) => (
  <a
    class="action"
    href={`${frame.site.root}/meme/${meme.id}#share`}
    data-share={`${frame.site.url}/meme/${meme.id}`}
    data-picture={frame.site.root + imagePath(meme)}
  >
    <Icon name="share" /> <span class="sr">{useWords().say("feed.share")}</span>
  </a>
);

const MoreAction = ({ frame, one: { meme, author } }: Props) => {
  if (frame.viewer?.id === author.id) return null;
  return (
    <PersonMenu frame={frame} person={author}>
      <a href={`${frame.site.root}/meme/${meme.id}/report`}>{useWords().say("seeing.report")}</a>
    </PersonMenu>
  );
};

/** The five faces that scripts unfold over the row. One for all cards of a list. */
export const RatePanel = ({ frame }: { frame: Frame }) => {
  const words = useWords();
  const { say } = words;
  return (
    <template data-rate-panel>
      <form
        class="rate-panel"
        method="post"
        aria-label={say("parts.your-rating")}
        data-guest={frame.viewer ? undefined : ""}
      >
        <input type="hidden" name="next" value={frame.here} />
        {GRADES.map((grade) => (
          <button name="rating" value={grade} aria-pressed="false" title={gradeName(words, grade)}>
            <Face grade={grade} />
            <span class="sr">{say("parts.rate", { grade, name: gradeName(words, grade) })}</span>
          </button>
        ))}
        <button type="button" class="rate-panel-close" data-close>
          <Icon name="close" /> <span class="sr">{say("feed.close")}</span>
        </button>
      </form>
    </template>
  );
};
