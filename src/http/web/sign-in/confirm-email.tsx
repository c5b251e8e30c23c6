import { confirmEmail, findConfirmation } from "../../../core/users/confirm-email.ts";
import { Button, Form } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { goTo, show } from "../reply.ts";
import type { Visit } from "../visit.ts";
import { page, type FormRefusal, type WebRoute } from "../web-route.ts";
import { useWords } from "../use-words.tsx";
import { FormPage } from "./sign-in-pages.tsx";
import type { HttpResponse } from "../../../wire/http-response.ts";

/** The address contains a secret. */
const NO_REFERRER = { "Referrer-Policy": "no-referrer" };

interface Props {
  frame: Frame;
  secret: string;
  username: string;
  email: string;
  error?: string;
}

const ConfirmPage = ({ frame, secret, username, email, error }: Props) => {
  const { say, rich } = useWords();
  const bdi = (inner: string) => <bdi>{inner}</bdi>;
  const lead = rich("account.confirm-lead", { email, username, address: bdi, name: bdi });
  return (
    <FormPage frame={frame} title={say("account.confirm-title")} lead={lead} grade={4}>
      <Form
        action={`${frame.site.root}/confirm/${encodeURIComponent(secret)}`}
        error={error}
        label={say("account.confirm-title")}
      >
        <Button>{say("account.confirm-yes")}</Button>
      </Form>
      <p class="soft">{say("account.confirm-not-me")}</p>
    </FormPage>
  );
};

const ConfirmedPage = ({ frame, username, email }: Omit<Props, "secret" | "error">) => {
  const { say, rich } = useWords();
  const bdi = (inner: string) => <bdi>{inner}</bdi>;
  const lead = rich("account.confirmed-lead", { email, username, address: bdi, name: bdi });
  return (
    <FormPage frame={frame} title={say("account.confirmed-title")} lead={lead} grade={5}>
      <Onward frame={frame} />
    </FormPage>
  );
};

const ConfirmEndedPage = ({ frame }: { frame: Frame }) => {
  const { say } = useWords();
  return (
    <FormPage frame={frame} title={say("account.ended-title")} lead={say("account.confirm-ended-lead")} grade={2}>
      <Onward frame={frame} />
    </FormPage>
  );
};

const Onward = ({ frame: { site, viewer } }: { frame: Frame }) => {
  const { say } = useWords();
  return (
    <p class="actions">
      {viewer ? (
        <a class="button" href={`${site.root}/settings/account`}>
          {say("account.confirm-settings")}
        </a>
      ) : (
        <a class="button" href={`${site.root}/sign-in`}>
          {say("account.sign-in")}
        </a>
      )}
    </p>
  );
};

const showEnded = (visit: Visit) => show(visit, <ConfirmEndedPage frame={visit.frame} />, 404, NO_REFERRER);

/** Only asks: mail scanners follow links, and must not confirm anything. */
const view = page({
  method: "GET",
  path: "/confirm/{secret}",
  access: "anyone",
  handle: (visit) => showConfirm(visit),
  missing: showEnded,
});

async function showConfirm(visit: Visit, refused?: FormRefusal): Promise<HttpResponse> {
  const secret = visit.param("secret");
  const { user, email } = await findConfirmation(visit.ctx, secret);
  const props = { frame: visit.frame, secret, username: user.username, email, error: refused?.sentence };
  return show(visit, <ConfirmPage {...props} />, refused?.status, NO_REFERRER);
}

const send = page({
  method: "POST",
  path: "/confirm/{secret}",
  access: "anyone",
  handle: async (visit) => {
    const { id, username, email } = await confirmEmail(visit.ctx, visit.param("secret"));
    if (visit.me?.id === id) return goTo(visit, "/settings/account", "email-confirmed");
    return show(visit, <ConfirmedPage frame={visit.frame} username={username} email={email!} />, 200, NO_REFERRER);
  },
  again: (visit, _, refused) => showConfirm(visit, refused),
  missing: showEnded,
});

export const confirmPages: readonly WebRoute[] = [view, send];
