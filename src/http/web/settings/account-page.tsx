import { MAX_EMAIL } from "../../../core/users/email.ts";
import type { Session } from "../../../entities/session.ts";
import type { Words } from "../../../words/words.ts";
import { Button, Field, Form } from "../components/form.tsx";
import { ProofField } from "../proof-fields.tsx";
import { useWords } from "../use-words.tsx";
import { browserName } from "./browser-name.ts";
import { SettingsLayout, SettingsSection } from "./settings-layout.tsx";
import { errorIn, type AccountProps } from "./account-props.ts";
import { PasswordSection, RecoverySection } from "./password-section.tsx";

const HOUR = 3_600_000;

export const AccountPage = (props: AccountProps) => (
  <SettingsLayout frame={props.frame} path="/settings/account">
    <EmailSection {...props} />
    <PasswordSection {...props} />
    <RecoverySection {...props} />
    <SessionsSection {...props} />
    <DataSection {...props} />
    <DeleteSection {...props} />
  </SettingsLayout>
);

const EmailSection = (props: AccountProps) => {
  const { say } = useWords();
  const { root, mail } = props.frame.site;
  const { email, newEmail } = props.address;
  const lead = say(mail ? "settings.email-lead-mail" : "settings.email-lead");
  return (
    <SettingsSection id="email" title={say("settings.email")} lead={lead}>
      <AddressState {...props} />
      <Form action={`${root}/settings/email`} error={errorIn("email", props)} label={say("settings.email")}>
        <Field
          label={say("settings.email")}
          name="email"
          type="email"
          value={props.refused?.email ?? newEmail ?? email ?? ""}
          autocomplete="email"
          inputmode="email"
          maxlength={MAX_EMAIL}
        />
        <ProofField frame={props.frame} id="email" />
        <p class="actions">
          <Button>{say("settings.save")}</Button>
        </p>
      </Form>
    </SettingsSection>
  );
};

/** Which address is confirmed, and which waits for its link. */
const AddressState = (props: AccountProps) => {
  const { say, rich, date } = useWords();
  const { site } = props.frame;
  const { email, newEmail, emailConfirmedAt } = props.address;
  const bdi = (inner: string) => <bdi>{inner}</bdi>;
  return (
    <>
      {email !== undefined && (
        <p class="address-state">
          {rich("settings.email-confirmed", { email, day: date(emailConfirmedAt ?? 0), address: bdi })}
        </p>
      )}
      {newEmail !== undefined && (
        <div class="surface-tint address-waits">
          <p>{rich(waitingWords(site.mail, email !== undefined), { email: newEmail, address: bdi })}</p>
          {site.mail && (
            <Form
              action={`${site.root}/settings/email/confirm`}
              error={errorIn("confirm", props)}
              label={say("settings.email-send")}
            >
              <p class="actions">
                <Button kind="quiet" small>
                  {say("settings.email-send")}
                </Button>
              </p>
            </Form>
          )}
        </div>
      )}
    </>
  );
};

function waitingWords(mail: boolean, hasOld: boolean) {
  if (!mail) return "settings.email-waits-no-mail" as const;
  return hasOld ? ("settings.email-waits-beside" as const) : ("settings.email-waits" as const);
}

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

/** Recorded to the hour. */
const seenAgo = ({ say, ago }: Words, { seenAt }: Session, now: number) =>
  now - seenAt < HOUR ? say("settings.seen-lately") : say("settings.seen-ago", { ago: ago(seenAt, now) });

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
