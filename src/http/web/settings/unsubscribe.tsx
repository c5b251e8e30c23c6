import { findSubscriber, unsubscribe } from "../../../core/mails/unsubscribe.ts";
import { Button, Form } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { show } from "../reply.ts";
import { FormPage } from "../sign-in/sign-in-pages.tsx";
import { useWords } from "../use-words.tsx";
import type { Visit } from "../visit.ts";
import { page, type WebRoute } from "../web-route.ts";

/** The address is the proof. */
const NO_REFERRER = { "Referrer-Policy": "no-referrer" };

interface Props {
  frame: Frame;
  username: string;
}

const bdi = (inner: string) => <bdi>{inner}</bdi>;

const AskPage = ({ frame, username, link }: Props & { link: string }) => {
  const { say, rich } = useWords();
  const lead = rich("weekly.end-lead", { username, name: bdi });
  return (
    <FormPage frame={frame} title={say("weekly.end-title")} lead={lead} grade={3}>
      <Form action={`${frame.site.root}/unsubscribe/${encodeURIComponent(link)}`} label={say("weekly.end-title")}>
        <Button>{say("weekly.end-yes")}</Button>
      </Form>
    </FormPage>
  );
};

const SettingsLink = ({ frame, words }: { frame: Frame; words: "weekly.ended-undo" | "weekly.bad-lead" }) => {
  const link = (inner: string) => <a href={`${frame.site.root}/settings/notifications#weekly`}>{inner}</a>;
  return useWords().rich(words, { link });
};

const EndedPage = ({ frame, username }: Props) => {
  const { say, rich } = useWords();
  const lead = rich("weekly.ended-lead", { username, name: bdi });
  return (
    <FormPage frame={frame} title={say("weekly.ended-title")} lead={lead} grade={3}>
      <p class="soft">
        <SettingsLink frame={frame} words="weekly.ended-undo" />
      </p>
    </FormPage>
  );
};

const BadLinkPage = ({ frame }: { frame: Frame }) => (
  <FormPage
    frame={frame}
    title={useWords().say("weekly.bad-title")}
    lead={<SettingsLink frame={frame} words="weekly.bad-lead" />}
    grade={2}
  />
);

const showBadLink = (visit: Visit) => show(visit, <BadLinkPage frame={visit.frame} />, 404, NO_REFERRER);

/** Only asks: mail scanners follow links, and must not end anything. */
const view = page({
  method: "GET",
  path: "/unsubscribe/{link}",
  access: "anyone",
  handle: async (visit) => {
    const link = visit.param("link");
    const { username } = await findSubscriber(visit.ctx, link);
    return show(visit, <AskPage frame={visit.frame} username={username} link={link} />, 200, NO_REFERRER);
  },
  missing: showBadLink,
});

/** The button on that page, and that of mail programs (RFC 8058), which follow no redirect. */
const send = page({
  method: "POST",
  path: "/unsubscribe/{link}",
  access: "anyone",
  fromAnywhere: true,
  handle: async (visit) => {
    const { username } = await unsubscribe(visit.ctx, visit.param("link"));
    return show(visit, <EndedPage frame={visit.frame} username={username} />, 200, NO_REFERRER);
  },
  missing: showBadLink,
});

export const unsubscribePages: readonly WebRoute[] = [view, send];
