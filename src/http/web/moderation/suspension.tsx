import { isSuspended, standsAbove } from "../../../core/access.ts";
import { MAX_SUSPENSION_REASON } from "../../../core/users/suspend-user.ts";
import type { User } from "../../../entities/user.ts";
import { Button, Choice, Field, FieldGroup, Form, FormError } from "../components/form.tsx";
import { actorOf, type Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";

/** Which form was refused, and what was typed into it. */
export interface Refused {
  form: "suspend" | "lift" | "notice" | "avatar";
  error: string;
  typed: Partial<TypedSuspension & { text: string }>;
}

export interface TypedSuspension {
  reason: string;
  end: string;
  date: string;
}

export const ENDS = ["1", "7", "30", "never", "date"] as const;

export interface SuspensionProps {
  frame: Frame;
  person: User;
  refused: Refused | undefined;
}

export const Suspension = ({ frame, person, refused }: SuspensionProps) => {
  const { say } = useWords();
  const above = standsAbove(actorOf(frame), person);
  const isOut = isSuspended(person, frame.now);
  const mayBegin = above && !isOut;
  // Shown in the form that was refused, unless that form is gone.
  const isInForm =
    refused?.form === "notice" || refused?.form === "avatar" || (refused?.form === "suspend" && mayBegin);
  return (
    <>
      <FormError error={isInForm ? undefined : refused?.error} />
      {mayBegin && <SuspendForm frame={frame} person={person} refused={refused} />}
      {isOut && <OpenSuspension frame={frame} person={person} above={above} />}
      {!above && !isOut && <p>{say(person.id === frame.viewer?.id ? "staff.yourself" : "staff.not-yours")}</p>}
    </>
  );
};

const OpenSuspension = ({ frame, person, above }: { frame: Frame; person: User; above: boolean }) => {
  const { say, moment } = useWords();
  const { suspendedAt, suspendedUntil: until, suspendedReason: reason } = person;
  const since = moment(suspendedAt!);
  return (
    <>
      <div class="callout stack suspended">
        <p>
          {until === undefined
            ? say("staff.suspended-since", { since })
            : say("staff.suspended-until", { since, until: moment(until) })}
        </p>
        {reason && (
          <p class="report-words">
            <bdi>{say("staff.suspended-why", { reason })}</bdi>
          </p>
        )}
      </div>
      {above && (
        <Form action={`${frame.site.root}/moderation/people/${person.id}/lift`}>
          <p class="field-hint">{say("staff.lift-hint")}</p>
          <p>
            <Button kind="quiet">{say("staff.lift")}</Button>
          </p>
        </Form>
      )}
    </>
  );
};

const SuspendForm = ({ frame, person, refused }: SuspensionProps) => {
  const { say } = useWords();
  const mine = refused?.form === "suspend" ? refused : undefined;
  const { reason, end = "7", date } = mine?.typed ?? {};
  return (
    <details class="confirm" open={mine !== undefined}>
      <summary class="button button-danger">{say("staff.suspend")}</summary>
      <Form action={`${frame.site.root}/moderation/people/${person.id}/suspend`} error={mine?.error}>
        <p class="field-hint">{say("staff.suspend-lead")}</p>
        <Field
          label={say("staff.suspend-reason")}
          name="reason"
          hint={say("staff.suspend-reason-hint")}
          value={reason}
          rows={3}
          maxlength={MAX_SUSPENSION_REASON}
          required
        />
        <FieldGroup legend={say("staff.suspend-end")}>
          {ENDS.map((one) => (
            <Choice type="radio" name="end" value={one} label={say(`staff.end-${one}`)} checked={one === end} />
          ))}
        </FieldGroup>
        <Field
          label={say("staff.suspend-date")}
          name="date"
          type="date"
          hint={say("staff.suspend-date-hint")}
          value={date}
        />
        <p>
          <Button kind="danger">{say("staff.suspend-yes", { name: person.username })}</Button>
        </p>
      </Form>
    </details>
  );
};
