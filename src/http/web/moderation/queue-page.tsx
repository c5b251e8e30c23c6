import type { ReportedThing } from "../../../core/moderation/list-queue.ts";
import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import type { ActRow } from "../../../data/schema.ts";
import { Face } from "../components/face.tsx";
import { FormError } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { neighbourOf } from "../neighbour.ts";
import { useWords } from "../words.tsx";
import { Acts } from "./acts.tsx";
import { ModerationFrame } from "./frame.tsx";
import { HeldMeme } from "./held-meme.tsx";
import { Thing, thingId } from "./thing.tsx";
import type { RefusedTool } from "./tools.tsx";

interface QueueProps {
  frame: Frame;
  things: ReportedThing[];
  /** Where the list goes on. */
  next: string | undefined;
  refused?: RefusedTool;
}

export const QueuePage = ({ frame, things, next, refused }: QueueProps) => {
  const { say } = useWords();
  return (
    <ModerationFrame frame={frame} path="/moderation">
      {refused && !things.some((thing) => isOf(thing, refused)) && <FormError error={refused.error} />}
      {things.length > 0 ? (
        <p class="soft">{say("moderation.queue-lead")}</p>
      ) : (
        <Nothing text="moderation.queue-none" />
      )}
      {things.map((thing) => (
        <Thing frame={frame} thing={thing} after={neighbourOf(thingId(thing), things.map(thingId))} refused={refused} />
      ))}
      <Next next={next} />
    </ModerationFrame>
  );
};

/** Somebody else may have settled it, and then its form is not there to say anything. */
const isOf = ({ memeId, reports }: ReportedThing, { action }: RefusedTool) =>
  action.includes(`/memes/${memeId}/`) || reports.some(({ report }) => action.includes(`/reports/${report.id}/`));

const Nothing = ({ text }: { text: "moderation.queue-none" | "moderation.hidden-none" }) => (
  <div class="thing-nothing">
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
    <ModerationFrame frame={frame} path="/moderation/hidden" title={say("moderation.hidden")}>
      {memes.length > 0 ? (
        <p class="soft">{say("moderation.hidden-lead")}</p>
      ) : (
        <Nothing text="moderation.hidden-none" />
      )}
      {memes.map((one) => (
        <HiddenMeme frame={frame} one={one} />
      ))}
      <Next next={next} />
    </ModerationFrame>
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
  thing: ReportedThing;
  acts: ActRow[];
  refused?: RefusedTool;
}

/** One meme, with all that staff did with it. */
export const OneMemePage = ({ frame, thing, acts, refused }: OneProps) => {
  const { say } = useWords();
  return (
    <ModerationFrame frame={frame} path="/moderation" title={say("moderation.one-meme")}>
      <Thing frame={frame} thing={thing} after="main" refused={refused} />
      {acts.length > 0 && (
        <section class="thing-acts" aria-labelledby="acts">
          <h2 id="acts">{say("moderation.acts")}</h2>
          <Acts frame={frame} acts={acts} />
        </section>
      )}
    </ModerationFrame>
  );
};
