import { MOST_EMAIL } from "../../../core/users/email.ts";
import { LEAST_PASSWORD } from "../../../core/users/password.ts";
import { NameField, UsernameField } from "../components/account-fields.tsx";
import { Face, type Grade } from "../components/face.tsx";
import { Button, Field, Form, Hidden, OfAccount } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";

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

const PASSWORD_HINT = `At least ${LEAST_PASSWORD} characters. A few words that only you would put together do well.`;

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
  <Layout frame={frame} title={title} description={`${title}: your account on this site.`}>
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

const withNext = (path: string, next: string | undefined) =>
  next === undefined || next === "" ? path : `${path}?next=${encodeURIComponent(next)}`;

export const SignInPage = ({ frame, typed, error }: Props) => {
  const { root, signup } = frame.site;
  return (
    <FormPage frame={frame} title="Welcome back" grade={4}>
      <Form action={`${root}/sign-in`} error={error} label="Sign in">
        <Hidden name="next" value={typed.next} />
        <NameField value={typed.name} autofocus={typed.name === undefined} />
        <Field label="Password" name="password" type="password" autocomplete="current-password" required />
        <Button>Sign in</Button>
      </Form>
      <p class="form-page-more">
        <a href={`${root}/reset`}>Forgot your password?</a>
        {signup !== "closed" && <a href={withNext(`${root}/sign-up`, typed.next)}>New here? Sign up</a>}
      </p>
    </FormPage>
  );
};

export const SignUpPage = ({ frame, typed, error }: Props) => {
  const { root, signup } = frame.site;
  const asks = signup === "invite";
  const lead = asks
    ? "This site takes people by invitation. Paste the link or the code that you were given."
    : "A name and a password, and you can post, rate and comment.";
  return (
    <FormPage frame={frame} title="Join in" lead={lead} grade={5}>
      <Form action={`${root}/sign-up`} error={error} label="Sign up">
        <Hidden name="next" value={typed.next} />
        {asks && (
          <Field
            label="Invitation"
            name="invite"
            value={typed.invite}
            autocomplete="off"
            maxlength={1000}
            required
            plain
          />
        )}
        <UsernameField value={typed.username} hint="Everyone sees it." />
        <Field
          label="Password"
          name="password"
          type="password"
          hint={PASSWORD_HINT}
          autocomplete="new-password"
          minlength={LEAST_PASSWORD}
          required
        />
        <Field
          label="E-mail"
          name="email"
          type="email"
          value={typed.email}
          hint={frame.site.mail ? "Only for a new password, should you forget yours." : "Nobody else sees it."}
          autocomplete="email"
          inputmode="email"
          maxlength={MOST_EMAIL}
        />
        <Button>Make my account</Button>
      </Form>
      <p class="form-page-more">
        <a href={withNext(`${root}/sign-in`, typed.next)}>Have an account? Sign in</a>
      </p>
    </FormPage>
  );
};

export const ClosedPage = ({ frame }: { frame: Frame }) => (
  <FormPage
    frame={frame}
    title="No new accounts"
    lead="The people who run this site are not taking anyone new. You can still look at every meme."
    grade={2}
  >
    <p class="actions">
      <a class="button" href={`${frame.site.root}/`}>
        Look at the memes
      </a>
      <a class="button button-quiet" href={`${frame.site.root}/sign-in`}>
        Sign in
      </a>
    </p>
  </FormPage>
);

const BackToSignIn = ({ frame }: { frame: Frame }) => <a href={`${frame.site.root}/sign-in`}>Back to sign in</a>;

export const ResetPage = ({ frame, typed, error }: Props) =>
  frame.site.mail ? (
    <FormPage
      frame={frame}
      title="Forgot your password?"
      lead="Tell us who you are, and we send a link for a new one to your e-mail address."
      grade={3}
    >
      <Form action={`${frame.site.root}/reset`} error={error} label="Ask for a new password">
        <NameField value={typed.name} />
        <Button>Send me a link</Button>
      </Form>
      <p class="form-page-more">
        <BackToSignIn frame={frame} />
      </p>
    </FormPage>
  ) : (
    <FormPage
      frame={frame}
      title="Forgot your password?"
      lead="This site sends no mail. Ask the people who run it: they can make you a link for a new password."
      grade={3}
    >
      <p class="form-page-more">
        <BackToSignIn frame={frame} />
      </p>
    </FormPage>
  );

/** The same whether there is such an account or not. */
export const ResetSentPage = ({ frame }: { frame: Frame }) => (
  <FormPage
    frame={frame}
    title="Look at your mail"
    lead="If there is an account by that name with an e-mail address, a link is on its way to it. It is good for an hour; look among the spam, too."
    grade={4}
  >
    <p class="form-page-more">
      <a href={`${frame.site.root}/reset`}>Nothing came? Try again</a>
      <BackToSignIn frame={frame} />
    </p>
  </FormPage>
);

export const ResetEndedPage = ({ frame }: { frame: Frame }) => (
  <FormPage
    frame={frame}
    title="This link has had its day"
    lead="It was used already, or is more than an hour old. Ask for a new one."
    grade={2}
  >
    <p class="actions">
      <a class="button" href={`${frame.site.root}/reset`}>
        Ask for a new link
      </a>
    </p>
  </FormPage>
);

interface NewPasswordProps {
  frame: Frame;
  secret: string;
  username: string;
  error?: string;
}

export const NewPasswordPage = ({ frame, secret, username, error }: NewPasswordProps) => (
  <FormPage
    frame={frame}
    title="A new password"
    lead={
      <>
        For <bdi>{username}</bdi>. Everywhere you are signed in now, you will be signed out.
      </>
    }
    grade={4}
  >
    <Form action={`${frame.site.root}/reset/${encodeURIComponent(secret)}`} error={error} label="Set a new password">
      <OfAccount username={username} />
      <Field
        label="New password"
        name="password"
        type="password"
        hint={PASSWORD_HINT}
        autocomplete="new-password"
        minlength={LEAST_PASSWORD}
        required
        autofocus
      />
      <Button>Set it and sign in</Button>
    </Form>
  </FormPage>
);
