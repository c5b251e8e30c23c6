import { isPro } from "../../../core/access.ts";
import { isEndless } from "../../../core/pro/extend-pro.ts";
import type { UserRow } from "../../../data/schema.ts";
import { Button, Field, Form } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { useWords } from "../words.tsx";

interface Props {
  frame: Frame;
  person: UserRow;
}

/** For staff, on the page of a person: to give Pro, and to end it. */
export const GrantPro = ({ frame, person }: Props) => {
  const { say } = useWords();
  const action = `${frame.site.root}/moderation/people/${person.id}/pro`;
  return (
    <section class="grant-pro" aria-labelledby="grant-pro-title">
      <h2 id="grant-pro-title">{say("pro.tool")}</h2>
      <State frame={frame} person={person} />
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
    </section>
  );
};

const State = ({ frame: { now }, person }: Props) => {
  const { say, date } = useWords();
  if (!isPro(person, now)) return <p class="soft">{say("pro.tool-none")}</p>;
  const { pro_until } = person;
  return (
    <p class="soft">
      {pro_until === null ? say("pro.tool-endless") : say("pro.tool-until", { date: date(pro_until) })}
    </p>
  );
};
