import type { MutedWords } from "../../../entities/filter.ts";
import type { User } from "../../../entities/user.ts";
import { MAX_MUTED_TEXT } from "../../../core/filters/mute-words.ts";
import { Button, Choice, Field, Form } from "../components/form.tsx";
import { Icon } from "../components/icon.tsx";
import { PersonWithFace } from "../components/person.tsx";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { SettingsLayout, SettingsSection } from "../settings/settings-layout.tsx";
import { useWords } from "../use-words.tsx";
import { PersonForm } from "./person-menu.tsx";

interface Props {
  frame: Frame;
  muted: User[];
  blocked: User[];
  words: MutedWords[];
  /** A word that was refused, and why. */
  refused?: { word: string; sentence: string };
}

const HERE = "/settings/seeing";

/** Everything the viewer does not want to see. */
export const SeeingPage = ({ frame, muted, blocked, words, refused }: Props) => {
  const { say } = useWords();
  return (
    <SettingsLayout frame={frame} path={HERE}>
      <SettingsSection id="mature" title={say("seeing.mature-title")} lead={say("seeing.mature-lead")}>
        <Form action={`${frame.site.root}/mature`} label={say("seeing.mature-title")}>
          <input type="hidden" name="next" value={frame.site.root + HERE} />
          <Choice
            type="checkbox"
            name="show"
            value="on"
            label={say("seeing.mature-ask")}
            hint={say("seeing.mature-hint")}
            checked={frame.showsMature}
          />
          <p class="actions">
            <Button>{say("seeing.save")}</Button>
          </p>
        </Form>
      </SettingsSection>
      <WordsSection frame={frame} words={words} refused={refused} />
      <PeopleSection frame={frame} id="muted" people={muted} act="unmute" />
      <PeopleSection frame={frame} id="blocked" people={blocked} act="unblock" />
    </SettingsLayout>
  );
};

const WordsSection = ({ frame, words, refused }: Pick<Props, "frame" | "words" | "refused">) => {
  const { say } = useWords();
  const action = `${frame.site.root}${HERE}/words`;
  return (
    <SettingsSection id="words" title={say("seeing.words")} lead={say("seeing.words-lead")}>
      {words.length > 0 && (
        <ul class="chips muted-words">
          {words.map(({ text }) => (
            <li class="chip">
              <bdi>{text}</bdi>
              <form method="post" action={`${action}/unmute`}>
                <input type="hidden" name="word" value={text} />
                <button class="chip-button" aria-label={say("seeing.unmute-word", { word: text })}>
                  <Icon name="close" />
                </button>
              </form>
            </li>
          ))}
        </ul>
      )}
      <Form action={action} error={refused?.sentence} label={say("seeing.words")}>
        <Field
          label={say("seeing.word")}
          name="word"
          value={refused?.word}
          hint={say("seeing.word-hint")}
          maxlength={MAX_MUTED_TEXT}
          required
        />
        <p class="actions">
          <Button>{say("seeing.mute-word")}</Button>
        </p>
      </Form>
    </SettingsSection>
  );
};

interface PeopleProps {
  frame: Frame;
  id: "muted" | "blocked";
  people: User[];
  act: "unmute" | "unblock";
}

const PeopleSection = ({ frame, id, people, act }: PeopleProps) => {
  const { say } = useWords();
  return (
    <SettingsSection id={id} title={say(`seeing.${id}`)} lead={say(`seeing.${id}-lead`)}>
      {people.length === 0 ? (
        <p>{say(`seeing.${id}-none`)}</p>
      ) : (
        <ul class="surface-edge rows">
          {people.map((person) => (
            <li class="row">
              <span class="row-text">
                <PersonWithFace frame={frame} person={person} />
              </span>
              <PersonForm
                frame={frame}
                person={person}
                act={act}
                next={frame.site.root + HERE}
                class="button button-small button-quiet"
              >
                {say(`seeing.${act}`, { name: person.username })}
              </PersonForm>
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  );
};

/** For guests, who have no settings. */
export const MaturePage = ({ frame, next }: { frame: Frame; next: string }) => {
  const { say } = useWords();
  const shown = frame.showsMature;
  return (
    <Layout frame={frame} title={say("seeing.mature-title")} description={say("seeing.mature-lead")}>
      <div class="form-page">
        <div class="form-page-head">
          <h1 class="title">{say("seeing.mature-title")}</h1>
          <p class="soft">{say("seeing.mature-lead")}</p>
        </div>
        <Form action={`${frame.site.root}/mature`} label={say("seeing.mature-title")}>
          <input type="hidden" name="next" value={next} />
          {!shown && <input type="hidden" name="show" value="on" />}
          <Button>{say(shown ? "seeing.mature-no" : "seeing.mature-yes")}</Button>
          <p class="soft">{say("seeing.mature-cookie")}</p>
        </Form>
      </div>
    </Layout>
  );
};
