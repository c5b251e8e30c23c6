import type { BannedCopies } from "../../../core/moderation/list-banned-copies.ts";
import { isoOf } from "../../time.ts";
import { Button } from "../components/form.tsx";
import { PersonName } from "../components/person.tsx";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";
import { ShownPicture } from "./blurred-picture.tsx";
import { ModerationLayout } from "./moderation-layout.tsx";

interface Props extends BannedCopies {
  frame: Frame;
}

/** Copies of a banned picture that are still up. */
export const CopiesPage = ({ frame, ban, memes }: Props) => {
  const { say, count, ago, moment } = useWords();
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
      <ul class="found-copies">
        {memes.map(({ meme, author }) => (
          <li>
            <ShownPicture frame={frame} meme={meme} />
            <div class="row-text">
              <a href={`${root}/moderation/memes/${meme.id}`}>
                <bdi>{meme.caption || say("meme.wordless")}</bdi>
              </a>
              <span class="soft">
                <PersonName frame={frame} person={author} />
                {" · "}
                <time datetime={isoOf(meme.createdAt)} title={moment(meme.createdAt)}>
                  {ago(meme.createdAt, frame.now)}
                </time>
              </span>
            </div>
          </li>
        ))}
      </ul>
      <form method="post" action={`${root}/moderation/pictures/${ban.id}/hide`} data-busy>
        <p class="soft">{say("staff.copies-hide-lead")}</p>
        <Button kind="danger">{count("staff.copies-hide", memes.length)}</Button>
      </form>
    </ModerationLayout>
  );
};
