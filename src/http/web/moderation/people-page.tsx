import { MAX_USERNAME } from "../../../core/users/username.ts";
import type { User } from "../../../entities/user.ts";
import { Button, Field } from "../components/form.tsx";
import { PersonState } from "../components/person.tsx";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";
import { ModerationLayout } from "./moderation-layout.tsx";

interface Props {
  frame: Frame;
  sought: string;
  /** Undefined before a search. */
  people: User[] | undefined;
}

export const PeoplePage = ({ frame, sought, people }: Props) => {
  const { say } = useWords();
  return (
    <ModerationLayout frame={frame} path="/moderation/people">
      <p class="soft">{say("staff.people-lead")}</p>
      <form class="form find-people" action={`${frame.site.root}/moderation/people`} role="search">
        <Field
          label={say("staff.people-name")}
          name="name"
          value={sought}
          maxlength={MAX_USERNAME + 6}
          plain
          required
        />
        <Button>{say("staff.people-find")}</Button>
      </form>
      {people?.length === 0 && <p>{say("staff.people-none")}</p>}
      {people && people.length > 0 && (
        <ul class="rows">
          {people.map((person) => (
            <PersonItem frame={frame} person={person} />
          ))}
        </ul>
      )}
    </ModerationLayout>
  );
};

const PersonItem = ({ frame, person }: { frame: Frame; person: User }) => {
  const { say, date } = useWords();
  return (
    <li class="row">
      <div class="row-text">
        <a class="person" href={`${frame.site.root}/moderation/people/${person.id}`}>
          <bdi>{person.username}</bdi>
        </a>
        <span class="soft">{say("staff.joined", { date: date(person.createdAt) })}</span>
      </div>
      <PersonState frame={frame} person={person} />
    </li>
  );
};
