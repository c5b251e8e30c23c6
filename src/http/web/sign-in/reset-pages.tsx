import type { Revoked } from "../../../core/users/revoke-sign-in-methods.ts";
import { NameField } from "../components/account-fields.tsx";
import { Button, Choice, Form, Hidden, OfAccount } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";
import { FormPage, NewPasswordField, withNext, type FormProps } from "./sign-in-pages.tsx";

interface OnTheWay {
  frame: Frame;
  /** Where somebody wants to go. */
  next: string | undefined;
}

const BackToSignIn = ({ frame, next }: OnTheWay) => (
  <a href={withNext(`${frame.site.root}/sign-in`, next)}>{useWords().say("account.back")}</a>
);

export const ResetPage = ({ frame, typed, error }: FormProps) => {
  const { say } = useWords();
  const { root, mail, pages } = frame.site;
  const lead = say(mail ? "account.reset-lead" : "account.reset-lead-no-mail");
  return (
    <FormPage frame={frame} title={say("account.forgot")} lead={lead} grade={3}>
      {mail && (
        <Form action={`${root}/reset`} error={error} label={say("account.reset-form")}>
          <Hidden name="next" value={typed.next} />
          <NameField value={typed.name} />
          <Button>{say("account.reset-send")}</Button>
        </Form>
      )}
      <p class="links">
        {!mail && pages.includes("contact") && <a href={`${root}/contact`}>{say("account.reset-contact")}</a>}
        <BackToSignIn frame={frame} next={typed.next} />
      </p>
    </FormPage>
  );
};

/** The same whether or not the account exists. */
export const ResetSentPage = ({ frame, next }: OnTheWay) => {
  const { say } = useWords();
  return (
    <FormPage frame={frame} title={say("account.sent-title")} lead={say("account.sent-lead")} grade={4}>
      <p class="links">
        <a href={withNext(`${frame.site.root}/reset`, next)}>{say("account.sent-again")}</a>
        <BackToSignIn frame={frame} next={next} />
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
  /** The account has other ways in. */
  hasMore: boolean;
  /** Keep them: the form was sent that way and refused. */
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
          // Also covers anything added in the meantime.
          <Hidden name="revoke" value="on" />
        )}
        <Button>{say("account.new-send")}</Button>
      </Form>
    </FormPage>
  );
};

interface DoneProps extends OnTheWay {
  /** Undefined if not requested. */
  revoked: Revoked | undefined;
  /** Page with the remaining ways in. */
  more: string | undefined;
}

export const ResetDonePage = ({ frame, next, revoked, more }: DoneProps) => {
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
        <a class="button" href={next ?? `${root}/`}>
          {say(next === undefined ? "account.look" : "account.done-go-on")}
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
