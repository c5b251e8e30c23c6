import type { BannedCopies } from "../../../core/moderation/list-banned-copies.ts";
import { Button } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";
import { FoundMemes } from "./found-memes.tsx";
import { ModerationLayout } from "./moderation-layout.tsx";

interface Props extends BannedCopies {
  frame: Frame;
}

/** Copies of a banned picture that are still up. */
export const CopiesPage = ({ frame, ban, memes }: Props) => {
  const { say, count } = useWords();
  const { root } = frame.site;
  if (memes.length === 0)
    return (
      <ModerationLayout frame={frame} path="/moderation/pictures" title={say("staff.copies-title")}>
        <p>{say("staff.copies-none")}</p>
      </ModerationLayout>
    );
  return (
    <ModerationLayout frame={frame} path="/moderation/pictures" title={say("staff.copies-title")}>
      <p class="soft">{say("staff.copies-lead")}</p>
      <FoundMemes frame={frame} memes={memes} />
      <form method="post" action={`${root}/moderation/pictures/${ban.id}/hide`} data-busy>
        <p class="soft">{say("staff.copies-hide-lead")}</p>
        <Button kind="danger">{count("staff.copies-hide", memes.length)}</Button>
      </form>
    </ModerationLayout>
  );
};
