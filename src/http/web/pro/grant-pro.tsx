import { isPro } from "../../../core/access.ts";
import { isEndless } from "../../../core/pro/extend-pro.ts";
import type { User } from "../../../entities/user.ts";
import type { Words } from "../../../words/words.ts";
import { Button, Field, Form } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { SettingsSection } from "../settings/settings-layout.tsx";
import { useWords } from "../use-words.tsx";

interface Props {
  frame: Frame;
  person: User;
}

/** For staff, on a person's page: grants or ends Pro. */
export const GrantPro = ({ frame, person }: Props) => {
  const words = useWords();
  const { say } = words;
  const action = `${frame.site.root}/moderation/people/${person.id}/pro`;
  return (
    <SettingsSection id="pro" title={say("pro.tool")} lead={stateOf(words, person, frame.now)}>
      {!isEndless(person, frame.now) && (
        <Form action={action} label={say("pro.tool-give")} class="grant-pro-form">
          <Field label={say("pro.tool-months")} name="months" type="number" inputmode="numeric" value="12" required />
          <Button>{say("pro.tool-give")}</Button>
        </Form>
      )}
      {isPro(person, frame.now) && (
        <form method="post" action={`${action}/end`}>
          <Button kind="quiet">{say("pro.tool-end")}</Button>
        </form>
      )}
    </SettingsSection>
  );
};

function stateOf({ say, date }: Words, person: User, now: number): string {
  if (!isPro(person, now)) return say("pro.tool-none");
  const { proUntil } = person;
  return proUntil === undefined ? say("pro.tool-endless") : say("pro.tool-until", { date: date(proUntil) });
}
