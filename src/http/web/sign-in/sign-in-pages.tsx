import { MAX_EMAIL } from "../../../core/users/email.ts";
import { MIN_PASSWORD } from "../../../core/users/password.ts";
import { NameField, UsernameField } from "../components/account-fields.tsx";
import { Face, type Grade } from "../components/face.tsx";
import { Button, Field, Form, Hidden } from "../components/form.tsx";
import type { Frame, Site } from "../frame.ts";
import { ServiceButtons } from "../integrations/service-buttons.tsx";
import { Layout } from "../layout.tsx";
import { PasskeySignIn } from "../passkeys/passkey-sign-in.tsx";
import { useWords } from "../use-words.tsx";

export interface Typed {
  name?: string;
  username?: string;
  email?: string;
  invite?: string;
  next?: string | undefined;
  /** The rating that waits until somebody has signed in. */
  rating?: number | undefined;
}

export interface FormProps {
  frame: Frame;
  typed: Typed;
  error?: string;
}

/** A page with one centred form or message. */
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
        <h1 class="title">{title}</h1>
        {lead !== undefined && <p class="soft">{lead}</p>}
      </header>
      {children}
    </section>
  </Layout>
);

export const withNext = (path: string, next: string | undefined) =>
  next === undefined || next === "" ? path : `${path}?next=${encodeURIComponent(next.toWellFormed())}`;

export const SignInPage = ({ frame, typed, error }: FormProps) => {
  const { say } = useWords();
  const { root, signup } = frame.site;
  const { next, rating } = typed;
  return (
    <FormPage
      frame={frame}
      title={rating ? say("account.rating-title", { rating }) : say("account.sign-in-title")}
      grade={(rating ?? 4) as Grade}
    >
      {rating !== undefined && signup !== "closed" && (
        <p class="actions">
          <a class="button" href={withNext(`${root}/sign-up`, next)}>
            {say("account.new-here")}
          </a>
        </p>
      )}
      <Form action={`${root}/sign-in`} error={error} label={say("account.sign-in")}>
        <Hidden name="next" value={next} />
        <NameField value={typed.name} autofocus={rating === undefined} passkeys />
        <Field
          label={say("account.password")}
          name="password"
          type="password"
          autocomplete="current-password"
          required
        />
        <Button>{say("account.sign-in")}</Button>
      </Form>
      <PasskeySignIn frame={frame} next={next} />
      <ServiceButtons frame={frame} next={next} />
      <p class="links">
        <a href={withNext(`${root}/reset`, next)}>{say("account.forgot")}</a>
        <a href={withNext(`${root}/sign-in/recovery`, next)}>{say("passkeys.use-code")}</a>
        {signup !== "closed" && rating === undefined && (
          <a href={withNext(`${root}/sign-up`, next)}>{say("account.new-here")}</a>
        )}
      </p>
    </FormPage>
  );
};

export const SignUpPage = ({ frame, typed, error }: FormProps) => {
  const { say } = useWords();
  const { root, signup, mail, pages } = frame.site;
  const asks = signup === "invite";
  const { rating } = typed;
  return (
    <FormPage
      frame={frame}
      title={say("account.sign-up-title")}
      lead={[say(asks ? "account.lead-invite" : "account.lead-open"), rating && say("account.rating-lead", { rating })]
        .filter(Boolean)
        .join(" ")}
      grade={(rating ?? 5) as Grade}
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
          maxlength={MAX_EMAIL}
        />
        <AgreeToRules site={frame.site} />
        <Button>{say("account.make")}</Button>
      </Form>
      <ServiceButtons frame={frame} next={typed.next} />
      <p class="links">
        <a href={withNext(`${root}/sign-in`, typed.next)}>{say("account.have-one")}</a>
        {pages.map((page) => page !== "rules" && <a href={`${root}/${page}`}>{say(`site.page-${page}`)}</a>)}
      </p>
    </FormPage>
  );
};

/** Above the button of every sign-up, where there are rules. */
export const AgreeToRules = ({ site: { root, pages } }: { site: Site }) => {
  const { rich } = useWords();
  if (!pages.includes("rules")) return null;
  return <p class="soft">{rich("account.agree-rules", { link: (inner) => <a href={`${root}/rules`}>{inner}</a> })}</p>;
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

export const NewPasswordField = ({ label, autofocus }: { label: string; autofocus?: boolean }) => (
  <Field
    label={label}
    name="password"
    type="password"
    hint={useWords().say("account.password-hint", { least: MIN_PASSWORD })}
    autocomplete="new-password"
    minlength={MIN_PASSWORD}
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
