import { MOST_EMAIL } from "../../../core/users/email.ts";
import type { WaysIn } from "../../../core/users/ways-in.ts";
import type { SessionRow } from "../../../data/schema.ts";
import type { Words } from "../../../words/words.ts";
import { Button, Field, Form } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { ProofField } from "../proof.tsx";
import { useWords } from "../words.tsx";
import { browserName } from "./browser-name.ts";
import { SettingsFrame, SettingsSection } from "./frame.tsx";
import { PasswordSection, RecoverySection } from "./password-section.tsx";

export interface AccountProps {
  frame: Frame;
  sessions: SessionRow[];
  /** The id of the session that looks at the page. */
  here: string;
  ways: WaysIn;
  /** How many recovery codes are left. */
  codes: number;
  /** What was refused, in which form, and the address that was typed. */
  refused?: { form: "email" | "password" | "no-password" | "codes" | "delete"; sentence: string; email?: string };
}

const HOUR = 3_600_000;

export const AccountPage = (props: AccountProps) => (
  <SettingsFrame frame={props.frame} path="/settings/account">
    <EmailSection {...props} />
    <PasswordSection {...props} />
    <RecoverySection {...props} />
    <SessionsSection {...props} />
    <DataSection {...props} />
    <DeleteSection {...props} />
  </SettingsFrame>
);

export const errorIn = (form: string, { refused }: AccountProps) =>
  refused?.form === form ? refused.sentence : undefined;

const EmailSection = (props: AccountProps) => {
  const { say } = useWords();
  const { root, mail } = props.frame.site;
  const lead = say(mail ? "settings.email-lead-mail" : "settings.email-lead");
  return (
    <SettingsSection id="email" title={say("settings.email")} lead={lead}>
      <Form action={`${root}/settings/email`} error={errorIn("email", props)} label={say("settings.email")}>
        <Field
          label={say("settings.email")}
          name="email"
          type="email"
          value={props.refused?.email ?? props.frame.me!.email ?? ""}
          autocomplete="email"
          inputmode="email"
          maxlength={MOST_EMAIL}
        />
        <ProofField frame={props.frame} id="email" />
        <p class="actions">
          <Button>{say("settings.save")}</Button>
        </p>
      </Form>
    </SettingsSection>
  );
};

const SessionsSection = ({ frame, sessions, here }: AccountProps) => {
  const words = useWords();
  const { say } = words;
  return (
    <SettingsSection id="sessions" title={say("settings.sessions")}>
      <ul class="rows">
        {sessions.map((session) => (
          <li class="row">
            <div class="row-text">
              <strong>{browserName(words, session.agent)}</strong>
              <span class="soft">
                {session.id === here ? say("settings.this-session") : seenAgo(words, session, frame.now)}
              </span>
            </div>
            {session.id !== here && (
              <form method="post" action={`${frame.site.root}/settings/sessions/${session.id}/end`}>
                <Button
                  kind="quiet"
                  small
                  label={say("settings.end-session-label", { browser: browserName(words, session.agent) })}
                >
                  {say("settings.end-session")}
                </Button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <form method="post" action={`${frame.site.root}/settings/sessions/end`}>
          <Button kind="quiet">{say("settings.end-sessions")}</Button>
        </form>
      )}
    </SettingsSection>
  );
};

/** Noted to the hour. */
const seenAgo = ({ say, ago }: Words, { seen_at }: SessionRow, now: number) =>
  now - seen_at < HOUR ? say("settings.seen-lately") : say("settings.seen-ago", { ago: ago(seen_at, now) });

const DataSection = ({ frame }: AccountProps) => {
  const { say } = useWords();
  return (
    <SettingsSection id="data" title={say("settings.data")} lead={say("settings.data-lead")}>
      <form method="post" action={`${frame.site.root}/settings/export`}>
        <Button kind="quiet">{say("settings.download")}</Button>
      </form>
    </SettingsSection>
  );
};

const DeleteSection = (props: AccountProps) => {
  const { say } = useWords();
  const error = errorIn("delete", props);
  return (
    <SettingsSection id="delete" title={say("settings.leave")} lead={say("settings.leave-lead")}>
      <details class="confirm" open={error !== undefined}>
        <summary class="button button-danger">{say("settings.delete")}</summary>
        <Form action={`${props.frame.site.root}/settings/delete`} error={error} label={say("settings.delete")}>
          <ProofField frame={props.frame} id="delete" />
          <p class="actions">
            <Button kind="danger">{say("settings.delete-yes")}</Button>
          </p>
        </Form>
      </details>
    </SettingsSection>
  );
};
