import type { ReportedItem } from "../../../core/moderation/list-queue.ts";
import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import type { Act } from "../../../entities/act.ts";
import { Face } from "../components/face.tsx";
import { FormError } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { nextFocus } from "../next-focus.ts";
import { useWords } from "../use-words.tsx";
import { ActList } from "./act-list.tsx";
import { ModerationLayout } from "./moderation-layout.tsx";
import { HeldMeme } from "./held-meme.tsx";
import { ReportedItemCard, itemId } from "./reported-item.tsx";
import type { RefusedAction } from "./moderation-actions.tsx";

interface QueueProps {
  frame: Frame;
  items: ReportedItem[];
  /** Link to the next page. */
  next: string | undefined;
  refused?: RefusedAction;
}

export const QueuePage = ({ frame, items, next, refused }: QueueProps) => {
  const { say } = useWords();
  return (
    <ModerationLayout frame={frame} path="/moderation">
      {refused && !items.some((item) => isOf(item, refused)) && <FormError error={refused.error} />}
      {items.length > 0 ? <p class="soft">{say("moderation.queue-lead")}</p> : <Nothing text="moderation.queue-none" />}
      {items.map((item) => (
        <ReportedItemCard
          frame={frame}
          item={item}
          after={nextFocus(itemId(item), items.map(itemId))}
          refused={refused}
        />
      ))}
      <Next next={next} />
    </ModerationLayout>
  );
};

/** Somebody else may have settled the item, and then its form is not there to show the error. */
const isOf = ({ memeId, reports }: ReportedItem, { action }: RefusedAction) =>
  action.includes(`/memes/${memeId}/`) || reports.some(({ report }) => action.includes(`/reports/${report.id}/`));

const Nothing = ({ text }: { text: "moderation.queue-none" | "moderation.hidden-none" }) => (
  <div class="surface reported-item-nothing">
    <Face grade={3} />
    <p>{useWords().say(text)}</p>
  </div>
);

const Next = ({ next }: { next: string | undefined }) =>
  next === undefined ? null : (
    <p class="actions">
      <a class="button" href={next}>
        {useWords().say("moderation.next")}
      </a>
    </p>
  );

interface HiddenProps {
  frame: Frame;
  memes: MemeWithAuthor[];
  next: string | undefined;
}

export const HiddenPage = ({ frame, memes, next }: HiddenProps) => {
  const { say } = useWords();
  return (
    <ModerationLayout frame={frame} path="/moderation/hidden" title={say("moderation.hidden")}>
      {memes.length > 0 ? (
        <p class="soft">{say("moderation.hidden-lead")}</p>
      ) : (
        <Nothing text="moderation.hidden-none" />
      )}
      {memes.map((one) => (
        <HiddenMeme frame={frame} one={one} />
      ))}
      <Next next={next} />
    </ModerationLayout>
  );
};

const HiddenMeme = ({ frame, one }: { frame: Frame; one: MemeWithAuthor }) => (
  <HeldMeme frame={frame} one={one}>
    <p>
      <a class="button button-quiet button-small" href={`${frame.site.root}/moderation/memes/${one.meme.id}`}>
        {useWords().say("moderation.moderate")}
      </a>
    </p>
  </HeldMeme>
);

interface OneProps {
  frame: Frame;
  item: ReportedItem;
  acts: Act[];
  refused?: RefusedAction;
}

/** One meme, with everything staff have done with it. */
export const OneMemePage = ({ frame, item, acts, refused }: OneProps) => {
  const { say } = useWords();
  return (
    <ModerationLayout frame={frame} path="/moderation" title={say("moderation.one-meme")}>
      <ReportedItemCard frame={frame} item={item} after="main" refused={refused} />
      {acts.length > 0 && (
        <section class="stack reported-item-acts" aria-labelledby="acts">
          <h2 id="acts">{say("moderation.acts")}</h2>
          <ActList frame={frame} acts={acts} />
        </section>
      )}
    </ModerationLayout>
  );
};
