import { MAX_BAN_REASON } from "../../../core/moderation/ban-picture.ts";
import type { ReportedItem } from "../../../core/moderation/list-queue.ts";
import { FATES } from "../../../core/moderation/made-from.ts";
import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import type { BannedPicture } from "../../../entities/banned-picture.ts";

import type { Meme } from "../../../entities/meme.ts";
import { isoOf } from "../../time.ts";
import { Button, Choice, Field, FieldGroup, Form, Hidden } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";
import { FoundMemes } from "./found-memes.tsx";
import { ModerationLayout } from "./moderation-layout.tsx";
import { Caption, linkTo, Picture } from "./reported-item.tsx";

interface ListProps {
  frame: Frame;
  bans: BannedPicture[];
  /** Link to the next page. */
  next: string | undefined;
}

export const PicturesPage = ({ frame, bans, next }: ListProps) => {
  const { say } = useWords();
  return (
    <ModerationLayout frame={frame} path="/moderation/pictures" title={say("moderation.pictures-heading")}>
      <p class="soft">{say("staff.pictures-lead")}</p>
      {bans.length === 0 ? (
        <>
          <p>{say("staff.pictures-none")}</p>
          <p class="soft">{say("staff.pictures-how")}</p>
        </>
      ) : (
        <ul class="rows">
          {bans.map((ban) => (
            <BanItem frame={frame} ban={ban} />
          ))}
        </ul>
      )}
      {next !== undefined && (
        <p>
          <a class="button button-quiet" href={next}>
            {say("staff.older")}
          </a>
        </p>
      )}
    </ModerationLayout>
  );
};

const BanItem = ({ frame, ban }: { frame: Frame; ban: BannedPicture }) => {
  const { say, ago, moment } = useWords();
  return (
    <li class="row" id={`ban-${ban.id}`}>
      <div class="row-text">
        <strong>
          <bdi>{ban.reason}</bdi>
        </strong>
        <span class="soft">
          <bdi>{say("staff.ban-by", { name: ban.staffName })}</bdi>
          {" · "}
          <time datetime={isoOf(ban.createdAt)} title={moment(ban.createdAt)}>
            {ago(ban.createdAt, frame.now)}
          </time>
        </span>
        <span class="chips">
          <span class="chip">{say(ban.perceptualHashes.length === 0 ? "staff.ban-exact" : "staff.ban-alike")}</span>
        </span>
      </div>
      <a class="button button-quiet button-small" href={`${frame.site.root}/moderation/pictures/${ban.id}`}>
        {say("staff.copies-link")}
      </a>
      <details class="confirm">
        <summary class="button button-quiet button-small">{say("staff.unban")}</summary>
        <form method="post" action={`${frame.site.root}/moderation/pictures/${ban.id}/unban`} data-busy>
          <Button small kind="danger">
            {say("staff.unban-yes")}
          </Button>
        </form>
      </details>
    </li>
  );
};

export interface TypedBan {
  reason: string;
  alike: string;
  fate: string;
  /** The fate of memes made from it. */
  made: string;
}

interface NewProps {
  frame: Frame;
  item: ReportedItem;
  meme: Meme;
  /** Memes made from it that are up. */
  made: MemeWithAuthor[];
  typed?: Partial<TypedBan>;
  error?: string;
}

export const NewBanPage = ({ frame, item, meme, made, typed = {}, error }: NewProps) => {
  const { say, rich } = useWords();
  const { author } = item;
  return (
    <ModerationLayout frame={frame} path="/moderation/pictures" title={say("staff.ban-title")}>
      <p class="soft">{say("staff.ban-lead")}</p>
      <article class="surface-edge reported-item">
        <Picture frame={frame} item={item} meme={meme} />
        <div class="reported-item-main">
          {author && (
            <h2 class="reported-item-title">
              {rich("staff.ban-of", { name: author.username, link: linkTo(frame, author) })}
            </h2>
          )}
          <Caption meme={meme} />
        </div>
      </article>
      <BanForm frame={frame} meme={meme} made={made} typed={typed} error={error} />
    </ModerationLayout>
  );
};

const BanForm = ({ frame, meme, made, typed = {}, error }: Omit<NewProps, "item">) => {
  const { say } = useWords();
  const exact = typed.alike === "0";
  // Held memes are not shown anyway, so there is nothing to hide.
  const choices = meme.held ? FATES.filter((one) => one !== "hide") : FATES;
  const chosen = choices.find((one) => one === typed.fate) ?? (meme.held === "waiting" ? "delete" : choices[1]!);
  return (
    <Form action={`${frame.site.root}/moderation/pictures`} error={error}>
      <Hidden name="meme" value={meme.id} />
      <Field
        label={say("staff.ban-reason")}
        name="reason"
        hint={say("staff.ban-reason-hint")}
        value={typed.reason}
        rows={2}
        maxlength={MAX_BAN_REASON}
        required
      />
      <FieldGroup legend={say("staff.ban-how")}>
        <Choice
          type="radio"
          name="alike"
          value="1"
          label={say("staff.ban-both")}
          hint={say("staff.ban-alike-hint")}
          checked={!exact}
        />
        <Choice
          type="radio"
          name="alike"
          value="0"
          label={say("staff.ban-exact")}
          hint={say("staff.ban-exact-hint")}
          checked={exact}
        />
      </FieldGroup>
      <FieldGroup legend={say("staff.ban-then")}>
        {choices.map((one) => (
          <Choice type="radio" name="fate" value={one} label={say(`staff.ban-${one}`)} checked={one === chosen} />
        ))}
      </FieldGroup>
      {made.length > 0 && <MadeFrom frame={frame} memes={made} typed={typed} />}
      <p>
        <Button kind="danger">{say("staff.ban-yes")}</Button>
      </p>
    </Form>
  );
};

/** What is to happen to memes that have the picture in them. */
const MadeFrom = ({ frame, memes, typed }: { frame: Frame; memes: MemeWithAuthor[]; typed: Partial<TypedBan> }) => {
  const { say, count } = useWords();
  const chosen = FATES.find((one) => one === typed.made) ?? "leave";
  return (
    <FieldGroup legend={count("staff.ban-made", memes.length)} hint={say("staff.ban-made-lead")}>
      <FoundMemes frame={frame} memes={memes} />
      {FATES.map((one) => (
        <Choice type="radio" name="made" value={one} label={say(`staff.ban-made-${one}`)} checked={one === chosen} />
      ))}
    </FieldGroup>
  );
};
