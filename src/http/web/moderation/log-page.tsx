import type { ActQuery } from "../../../core/moderation/list-acts.ts";
import { ACT_KINDS } from "../../../entities/act.ts";
import { MAX_USERNAME } from "../../../core/users/username.ts";
import type { Act } from "../../../entities/act.ts";
import { Button, Field, Select } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";
import { ActList } from "./act-list.tsx";
import { ModerationLayout } from "./moderation-layout.tsx";

interface Props {
  frame: Frame;
  query: ActQuery;
  acts: Act[];
  /** Link to the next page. */
  next: string | undefined;
}

export const MAX_SOUGHT = 100;

export const LogPage = ({ frame, query, acts, next }: Props) => {
  const { say } = useWords();
  const nothing = next === undefined ? "moderation.log-none" : "moderation.log-none-yet";
  const further = acts.length > 0 ? "moderation.log-older" : "moderation.log-further";
  return (
    <ModerationLayout frame={frame} path="/moderation/log" title={say("moderation.log-heading")}>
      <p class="soft">{say("moderation.log-lead")}</p>
      <SearchForm frame={frame} query={query} />
      {acts.length > 0 ? <ActList frame={frame} acts={acts} /> : <p>{say(nothing)}</p>}
      {next !== undefined && (
        <p>
          <a class="button button-quiet" href={next}>
            {say(further)}
          </a>
        </p>
      )}
    </ModerationLayout>
  );
};

const SearchForm = ({ frame, query }: Pick<Props, "frame" | "query">) => {
  const { say } = useWords();
  const kinds = ACT_KINDS.map((kind) => [kind, say(`moderation.act-${kind}`)] as const);
  const asked = Object.values(query).some((one) => one !== undefined);
  return (
    <form
      class="form log-search"
      action={`${frame.site.root}/moderation/log`}
      aria-label={say("moderation.log-search")}
    >
      <Field label={say("moderation.log-staff")} name="staff" value={query.staff} maxlength={MAX_USERNAME} plain />
      <Field label={say("moderation.log-person")} name="person" value={query.person} maxlength={MAX_USERNAME} plain />
      <Field
        label={say("moderation.log-meme")}
        name="meme"
        value={query.memeId}
        inputmode="numeric"
        maxlength={19}
        plain
      />
      <Select
        label={say("moderation.log-kind")}
        name="kind"
        options={[["", say("moderation.log-any")], ...kinds]}
        value={query.kind ?? ""}
      />
      <Field label={say("moderation.log-words")} name="words" value={query.words} maxlength={MAX_SOUGHT} />
      <p class="actions">
        <Button small>{say("moderation.log-search")}</Button>
        {asked && <a href={`${frame.site.root}/moderation/log`}>{say("moderation.log-all")}</a>}
      </p>
    </form>
  );
};
