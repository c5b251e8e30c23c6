import { MOST_EMAIL } from "../../../core/users/email.ts";
import { LEAST_PASSWORD } from "../../../core/users/password.ts";
import type { Revoked } from "../../../core/users/revoke-ways-in.ts";
import { NameField, UsernameField } from "../components/account-fields.tsx";
import { Face, type Grade } from "../components/face.tsx";
import { Button, Choice, Field, Form, Hidden, OfAccount } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { ServiceButtons } from "../integrations/buttons.tsx";
import { Layout } from "../layout.tsx";
import { PasskeySignIn } from "../passkeys/sign-in.tsx";
import { useWords } from "../words.tsx";

export interface Typed {
  name?: string;
  username?: string;
  email?: string;
  invite?: string;
  next?: string;
}

interface Props {
  frame: Frame;
  typed: Typed;
  error?: string;
}

/** A page with one form, or one thing to say, in the middle. */
export const FormPage = ({
  frame,
  title,
  lead,
  grade,
  children,
}: {
  frame: Frame;
  title: string;
  lead?: unknown;
  grade: Grade;
  children?: unknown;
}) => (
  <Layout frame={frame} title={title} description={useWords().say("account.description", { title })}>
    <section class="form-page">
      <header class="form-page-head">
        <Face grade={grade} />
        <h1>{title}</h1>
        {lead !== undefined && <p class="soft">{lead}</p>}
      </header>
      {children}
    </section>
  </Layout>
);

export const withNext = (path: string, next: string | undefined) =>
  next === undefined || next === "" ? path : `${path}?next=${encodeURIComponent(next.toWellFormed())}`;

export const SignInPage = ({ frame, typed, error }: Props) => {
  const { say } = useWords();
  const { root, signup } = frame.site;
  return (
    <FormPage frame={frame} title={say("account.sign-in-title")} grade={4}>
      <Form action={`${root}/sign-in`} error={error} label={say("account.sign-in")}>
        <Hidden name="next" value={typed.next} />
        <NameField value={typed.name} autofocus passkeys />
        <Field
          label={say("account.password")}
          name="password"
          type="password"
          autocomplete="current-password"
          required
        />
        <Button>{say("account.sign-in")}</Button>
      </Form>
      <PasskeySignIn frame={frame} next={typed.next} />
      <ServiceButtons frame={frame} next={typed.next} />
      <p class="form-page-more">
        <a href={`${root}/reset`}>{say("account.forgot")}</a>
        <a href={`${root}/sign-in/recovery`}>{say("passkeys.use-code")}</a>
        {signup !== "closed" && <a href={withNext(`${root}/sign-up`, typed.next)}>{say("account.new-here")}</a>}
      </p>
    </FormPage>
  );
};

export const SignUpPage = ({ frame, typed, error }: Props) => {
  const { say } = useWords();
  const { root, signup, mail } = frame.site;
  const asks = signup === "invite";
  return (
    <FormPage
      frame={frame}
      title={say("account.sign-up-title")}
      lead={say(asks ? "account.lead-invite" : "account.lead-open")}
      grade={5}
    >
      <Form action={`${root}/sign-up`} error={error} label={say("account.sign-up")}>
        <Hidden name="next" value={typed.next} />
        {asks && <InviteField value={typed.invite} />}
        <UsernameField value={typed.username} hint={say("account.username-hint")} />
        <NewPasswordField label={say("account.password")} />
        <Field
          label={say("account.email")}
          name="email"
          type="email"
          value={typed.email}
          hint={say(mail ? "account.email-hint" : "account.email-hint-no-mail")}
          autocomplete="email"
          inputmode="email"
          maxlength={MOST_EMAIL}
        />
        <Button>{say("account.make")}</Button>
      </Form>
      <ServiceButtons frame={frame} next={typed.next} />
      <p class="form-page-more">
        <a href={withNext(`${root}/sign-in`, typed.next)}>{say("account.have-one")}</a>
      </p>
    </FormPage>
  );
};

export const InviteField = ({ value }: { value: string | undefined }) => (
  <Field
    label={useWords().say("account.invitation")}
    name="invite"
    value={value}
    autocomplete="off"
    maxlength={1000}
    required
    plain
  />
);

const NewPasswordField = ({ label, autofocus }: { label: string; autofocus?: boolean }) => (
  <Field
    label={label}
    name="password"
    type="password"
    hint={useWords().say("account.password-hint", { least: LEAST_PASSWORD })}
    autocomplete="new-password"
    minlength={LEAST_PASSWORD}
    required
    autofocus={autofocus}
  />
);

export const ClosedPage = ({ frame }: { frame: Frame }) => {
  const { say } = useWords();
  return (
    <FormPage frame={frame} title={say("account.closed-title")} lead={say("account.closed-lead")} grade={2}>
      <p class="actions">
        <a class="button" href={`${frame.site.root}/`}>
          {say("account.look")}
        </a>
        <a class="button button-quiet" href={`${frame.site.root}/sign-in`}>
          {say("account.sign-in")}
        </a>
      </p>
    </FormPage>
  );
};

const BackToSignIn = ({ frame }: { frame: Frame }) => (
  <a href={`${frame.site.root}/sign-in`}>{useWords().say("account.back")}</a>
);

export const ResetPage = ({ frame, typed, error }: Props) => {
  const { say } = useWords();
  const { root, mail } = frame.site;
  const lead = say(mail ? "account.reset-lead" : "account.reset-lead-no-mail");
  return (
    <FormPage frame={frame} title={say("account.forgot")} lead={lead} grade={3}>
      {mail && (
        <Form action={`${root}/reset`} error={error} label={say("account.reset-form")}>
          <NameField value={typed.name} />
          <Button>{say("account.reset-send")}</Button>
        </Form>
      )}
      <p class="form-page-more">
        <BackToSignIn frame={frame} />
      </p>
    </FormPage>
  );
};

/** The same whether there is such an account or not. */
export const ResetSentPage = ({ frame }: { frame: Frame }) => {
  const { say } = useWords();
  return (
    <FormPage frame={frame} title={say("account.sent-title")} lead={say("account.sent-lead")} grade={4}>
      <p class="form-page-more">
        <a href={`${frame.site.root}/reset`}>{say("account.sent-again")}</a>
        <BackToSignIn frame={frame} />
      </p>
    </FormPage>
  );
};

export const ResetEndedPage = ({ frame }: { frame: Frame }) => {
  const { say } = useWords();
  return (
    <FormPage frame={frame} title={say("account.ended-title")} lead={say("account.ended-lead")} grade={2}>
      <p class="actions">
        <a class="button" href={`${frame.site.root}/reset`}>
          {say("account.ended-new")}
        </a>
      </p>
    </FormPage>
  );
};

interface NewPasswordProps {
  frame: Frame;
  secret: string;
  username: string;
  /** There are other ways in. */
  hasMore: boolean;
  /** They are to stay: the form was sent so and refused. */
  keep: boolean;
  error?: string;
}

export const NewPasswordPage = ({ frame, secret, username, hasMore, keep, error }: NewPasswordProps) => {
  const { say, rich } = useWords();
  const lead = rich("account.new-lead", { username, name: (inner) => <bdi>{inner}</bdi> });
  return (
    <FormPage frame={frame} title={say("account.new-title")} lead={lead} grade={4}>
      <Form
        action={`${frame.site.root}/reset/${encodeURIComponent(secret)}`}
        error={error}
        label={say("account.new-form")}
      >
        <OfAccount username={username} />
        <NewPasswordField label={say("account.new-password")} autofocus />
        {hasMore ? (
          <Choice
            type="checkbox"
            name="revoke"
            value="on"
            label={say("account.revoke")}
            hint={say("account.revoke-hint")}
            checked={!keep}
          />
        ) : (
          // Whatever somebody else adds in the meantime.
          <Hidden name="revoke" value="on" />
        )}
        <Button>{say("account.new-send")}</Button>
      </Form>
    </FormPage>
  );
};

interface DoneProps {
  frame: Frame;
  /** Undefined where it was not asked for. */
  revoked: Revoked | undefined;
  /** The page of what else still leads in. */
  more: string | undefined;
}

export const ResetDonePage = ({ frame, revoked, more }: DoneProps) => {
  const { say, count } = useWords();
  const { root } = frame.site;
  const gone = revoked && [
    ...(revoked.keys > 0 ? [count("account.done-keys", revoked.keys)] : []),
    ...(revoked.passkeys > 0 ? [count("account.done-passkeys", revoked.passkeys)] : []),
    ...(revoked.linked > 0 ? [count("account.done-linked", revoked.linked)] : []),
  ];
  return (
    <FormPage frame={frame} title={say("account.done-title")} lead={say("account.done-lead")} grade={5}>
      <ul class="done-list">
        <li>{say("account.done-sessions")}</li>
        {gone?.map((line) => (
          <li>{line}</li>
        ))}
        {more !== undefined && <li>{say("account.done-stays")}</li>}
      </ul>
      <p class="actions">
        <a class="button" href={`${root}/`}>
          {say("account.look")}
        </a>
        {more !== undefined && (
          <a class="button button-quiet" href={root + more}>
            {say("account.done-look-through")}
          </a>
        )}
      </p>
    </FormPage>
  );
};
