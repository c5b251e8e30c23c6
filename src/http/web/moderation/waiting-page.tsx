import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import type { Age } from "../../../entities/age.ts";
import { isoOf } from "../../time.ts";
import { Face } from "../components/face.tsx";
import { Button } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";
import { ModerationLayout } from "./moderation-layout.tsx";
import { HeldMeme } from "./held-meme.tsx";
import { RefuseForm, type RefusedRefusal } from "./refuse-form.tsx";

interface Props {
  frame: Frame;
  waiting: MemeWithAuthor[];
  /** Link to the next page. */
  next: string | undefined;
  /** Whether approval is off. */
  off: boolean;
  refused?: RefusedRefusal;
}

export const WaitingPage = ({ frame, waiting, next, off, refused }: Props) => {
  const { say } = useWords();
  return (
    <ModerationLayout frame={frame} path="/moderation/waiting" title={say("moderation.waiting-heading")}>
      {waiting.length > 0 ? (
        <p class="soft">{say("staff.waiting-lead")}</p>
      ) : (
        <div class="surface reported-item-nothing">
          <Face grade={3} />
          <p>{say("staff.waiting-none")}</p>
          {off && <p class="soft">{say("staff.waiting-off")}</p>}
        </div>
      )}
      {waiting.map((one) => (
        <WaitingMeme frame={frame} one={one} refused={refused?.id === one.meme.id ? refused : undefined} />
      ))}
      {next !== undefined && (
        <p>
          <a class="button" href={next}>
            {say("staff.waiting-next")}
          </a>
        </p>
      )}
    </ModerationLayout>
  );
};

interface OneProps {
  frame: Frame;
  one: MemeWithAuthor;
  refused: RefusedRefusal | undefined;
}

const WaitingMeme = ({ frame, one, refused }: OneProps) => {
  const { say, count, ago } = useWords();
  const { meme, author } = one;
  return (
    <HeldMeme frame={frame} one={one}>
      <p class="chips">
        <span class="chip">{say(`submit.age-${meme.age as Age}`)}</span>
        <span class="chip">{count("staff.approved-so-far", author.approvedCount)}</span>
        <time class="soft" datetime={isoOf(meme.createdAt)}>
          {ago(meme.createdAt, frame.now)}
        </time>
      </p>
      <Decision frame={frame} memeId={meme.id} refused={refused} />
    </HeldMeme>
  );
};

const Decision = ({
  frame: { site },
  memeId,
  refused,
}: {
  frame: Frame;
  memeId: string;
  refused: OneProps["refused"];
}) => {
  const { say } = useWords();
  const action = (name: string) => `${site.root}/moderation/waiting/${memeId}/${name}`;
  return (
    <div class="reported-item-tools">
      <form method="post" action={action("approve")} data-busy>
        <Button small>{say("staff.approve")}</Button>
      </form>
      <RefuseForm action={action("refuse")} id={memeId} words="staff" refused={refused} />
      <a class="button button-quiet button-small" href={`${site.root}/moderation/pictures/new?meme=${memeId}`}>
        {say("moderation.ban")}
      </a>
    </div>
  );
};
