import { MOST_EMAIL } from "../../../core/users/email.ts";
import { LEAST_PASSWORD } from "../../../core/users/password.ts";
import type { SessionRow } from "../../../data/schema.ts";
import { timeAgo } from "../../time.ts";
import { Button, Field, Form, OfAccount } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { browserName } from "./browser-name.ts";
import { SettingsFrame, SettingsSection } from "./frame.tsx";

export interface AccountProps {
  frame: Frame;
  sessions: SessionRow[];
  /** The id of the session that looks at the page. */
  here: string;
  /** What was refused, in which form, and the address that was typed. */
  refused?: { form: "email" | "password" | "delete"; sentence: string; email?: string };
}

const HOUR = 3_600_000;

export const AccountPage = (props: AccountProps) => (
  <SettingsFrame frame={props.frame} path="/settings/account">
    <EmailSection {...props} />
    <PasswordSection {...props} />
    <SessionsSection {...props} />
    <DataSection {...props} />
    <DeleteSection {...props} />
  </SettingsFrame>
);

const errorIn = (form: string, { refused }: AccountProps) => (refused?.form === form ? refused.sentence : undefined);

const PresentPassword = ({ frame, id }: { frame: Frame; id: string }) => (
  <>
    <OfAccount username={frame.me!.username} />
    <Field
      label="Present password"
      name="password"
      id={`${id}-present`}
      type="password"
      autocomplete="current-password"
      required
    />
  </>
);

const EmailSection = (props: AccountProps) => {
  const { root, mail } = props.frame.site;
  const lead = mail
    ? "Where we send a link when you forget your password. Nobody else sees it."
    : "You can sign in with it as well as with your name. Nobody else sees it.";
  return (
    <SettingsSection id="email" title="E-mail" lead={lead}>
      <Form action={`${root}/settings/email`} error={errorIn("email", props)} label="E-mail">
        <Field
          label="E-mail"
          name="email"
          type="email"
          value={props.refused?.email ?? props.frame.me!.email ?? ""}
          autocomplete="email"
          inputmode="email"
          maxlength={MOST_EMAIL}
        />
        <PresentPassword frame={props.frame} id="email" />
        <p class="actions">
          <Button>Save</Button>
        </p>
      </Form>
    </SettingsSection>
  );
};

const PasswordSection = (props: AccountProps) => (
  <SettingsSection
    id="password"
    title="Password"
    lead="A new one signs you out everywhere else. Your API keys go on working."
  >
    <Form
      action={`${props.frame.site.root}/settings/password`}
      error={errorIn("password", props)}
      label="Change the password"
    >
      <PresentPassword frame={props.frame} id="password" />
      <Field
        label="New password"
        name="newPassword"
        type="password"
        hint={`At least ${LEAST_PASSWORD} characters.`}
        autocomplete="new-password"
        minlength={LEAST_PASSWORD}
        required
      />
      <p class="actions">
        <Button>Change it</Button>
      </p>
    </Form>
  </SettingsSection>
);

const SessionsSection = ({ frame, sessions, here }: AccountProps) => (
  <SettingsSection id="sessions" title="Where you are signed in">
    <ul class="rows">
      {sessions.map((session) => (
        <li class="row">
          <div class="row-text">
            <strong>{browserName(session.agent)}</strong>
            <span class="soft">{session.id === here ? "This one" : seenAgo(session, frame.now)}</span>
          </div>
          {session.id !== here && (
            <form method="post" action={`${frame.site.root}/settings/sessions/${session.id}/end`}>
              <Button kind="quiet" small label={`Sign out ${browserName(session.agent)}`}>
                Sign out
              </Button>
            </form>
          )}
        </li>
      ))}
    </ul>
    {sessions.length > 1 && (
      <form method="post" action={`${frame.site.root}/settings/sessions/end`}>
        <Button kind="quiet">Sign out everywhere else</Button>
      </form>
    )}
  </SettingsSection>
);

/** Noted to the hour. */
const seenAgo = ({ seen_at }: SessionRow, now: number) =>
  now - seen_at < HOUR ? "Used within the hour" : `Last used ${timeAgo(seen_at, now)} ago`;

const DataSection = ({ frame }: AccountProps) => (
  <SettingsSection
    id="data"
    title="Your data"
    lead="Everything that you made here, with the original pictures, in one ZIP file."
  >
    <form method="post" action={`${frame.site.root}/settings/export`}>
      <Button kind="quiet">Download my data</Button>
    </form>
  </SettingsSection>
);

const DeleteSection = (props: AccountProps) => {
  const error = errorIn("delete", props);
  return (
    <SettingsSection
      id="delete"
      title="Leave"
      lead="Deletes your account with every meme, rating, comment and key. There is no way back."
    >
      <details class="confirm" open={error !== undefined}>
        <summary class="button button-danger">Delete my account</summary>
        <Form action={`${props.frame.site.root}/settings/delete`} error={error} label="Delete my account">
          <PresentPassword frame={props.frame} id="delete" />
          <p class="actions">
            <Button kind="danger">Yes, delete everything</Button>
          </p>
        </Form>
      </details>
    </SettingsSection>
  );
};
