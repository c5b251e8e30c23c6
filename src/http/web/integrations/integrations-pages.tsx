import { isUsername } from "../../../core/users/username.ts";
import type { PendingSignUp } from "../../../core/integrations/pending-sign-up.ts";
import { AgreeToRules, FormPage, InviteField } from "../sign-in/sign-in-pages.tsx";
import { UsernameField } from "../components/account-fields.tsx";
import { Button, Form } from "../components/form.tsx";
import { signInHref, type Frame, type Service } from "../frame.ts";
import { useWords } from "../use-words.tsx";
import { ServiceButton } from "./service-buttons.tsx";

interface LeavingProps {
  frame: Frame;
  service: Service;
  /** The same address as in the Refresh header. The link is for browsers that ignore it. */
  href: string;
}

export const LeavingPage = ({ frame, service: { label: service }, href }: LeavingProps) => {
  const { say } = useWords();
  return (
    <FormPage
      frame={frame}
      title={say("integrations.leaving-title", { service })}
      lead={say("integrations.leaving-lead", { service })}
      grade={4}
    >
      <p class="actions">
        <a class="button" href={href} rel="noreferrer">
          {say("integrations.go", { service })}
        </a>
      </p>
    </FormPage>
  );
};

interface ServiceErrorProps {
  frame: Frame;
  service: Service;
  sentence: string;
  /** Where it began. */
  from: "settings" | "sign-in";
  /** Where it was to lead, if that is one of our pages. */
  path: string | undefined;
}

export const ServiceErrorPage = ({ frame, service, sentence, from, path }: ServiceErrorProps) => {
  const { say } = useWords();
  const { site } = frame;
  const { root } = site;
  return (
    <FormPage frame={frame} title={say("integrations.trouble")} lead={sentence} grade={2}>
      {from === "settings" ? (
        <p class="actions">
          <a class="button" href={`${root}/settings/integrations`}>
            {say("integrations.back-settings")}
          </a>
        </p>
      ) : (
        <div class="stack services">
          <ServiceButton root={root} service={service} next={path && root + path} />
          <p class="links">
            <a href={path ? signInHref(site, path) : `${root}/sign-in`}>{say("account.back")}</a>
          </p>
        </div>
      )}
    </FormPage>
  );
};

interface NewcomerProps {
  frame: Frame;
  service: Service;
  pending: PendingSignUp;
  typed: { username?: string; invite?: string };
  error?: string;
}

/** Offers an account to people without one, and explains how to link an existing one. */
export const PendingSignUpPage = ({
  frame,
  service: { name, label: service },
  pending,
  typed,
  error,
}: NewcomerProps) => {
  const { say, rich } = useWords();
  const { site } = frame;
  const { identity } = pending;
  const account = identity.name ?? identity.account;
  const closed = site.signup === "closed";
  return (
    <FormPage
      frame={frame}
      title={say("integrations.new-title")}
      lead={rich(closed ? "integrations.new-lead-closed" : "integrations.new-lead", {
        account,
        service,
        name: (inner) => <bdi>{inner}</bdi>,
      })}
      grade={5}
    >
      {!closed && (
        <Form
          action={`${site.root}/sign-in/${name}/new`}
          error={error}
          label={say("integrations.new-form", { service })}
        >
          {site.signup === "invite" && <InviteField value={typed.invite} />}
          <UsernameField
            value={typed.username ?? (isUsername(account) ? account : undefined)}
            hint={say("account.username-hint")}
          />
          <AgreeToRules site={site} />
          <Button>{say("account.make")}</Button>
        </Form>
      )}
      <p>
        {rich("integrations.new-have", {
          service,
          link: (inner) => <a href={signInHref(site, "/settings/integrations")}>{inner}</a>,
        })}
      </p>
    </FormPage>
  );
};
