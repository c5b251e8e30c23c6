import { FormPage, withNext, type FormProps } from "./sign-in-pages.tsx";
import { NameField } from "../components/account-fields.tsx";
import { CodeBlock } from "../components/code.tsx";
import { Button, Field, Form, Hidden } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { SettingsLayout } from "../settings/settings-layout.tsx";
import { useWords } from "../use-words.tsx";

export const RecoveryPage = ({ frame, typed: { name, next }, error }: FormProps) => {
  const { say } = useWords();
  const { root } = frame.site;
  return (
    <FormPage frame={frame} title={say("recovery.title")} lead={say("recovery.lead")} grade={3}>
      <Form action={`${root}/sign-in/recovery`} error={error} label={say("recovery.title")}>
        <Hidden name="next" value={next} />
        <NameField value={name} autofocus />
        <Field label={say("recovery.code")} name="code" maxlength={100} autocomplete="off" required plain />
        <Button>{say("recovery.sign-in")}</Button>
      </Form>
      <p class="links">
        <a href={withNext(`${root}/sign-in`, next)}>{say("account.back")}</a>
      </p>
    </FormPage>
  );
};

/** Shown only once, because only their hashes are stored. */
export const CodesPage = ({ frame, codes }: { frame: Frame; codes: string[] }) => {
  const { say } = useWords();
  const { site, viewer } = frame;
  const title = say("recovery.file", { name: viewer!.username, url: site.url });
  const file = `${title}\n\n${codes.join("\n")}\n`;
  return (
    <SettingsLayout frame={frame} path="/settings/account">
      <section class="made-key recovery-codes" aria-labelledby="made-title">
        <h2 id="made-title">{say("recovery.made")}</h2>
        <p>{say("recovery.made-lead")}</p>
        <p class="soft">{title}</p>
        <CodeBlock label={say("recovery.codes")} text={codes.join("\n")} id="codes" />
        <p class="actions">
          {/* Contains the codes itself, so that no second request asks for them. */}
          <a
            class="button button-quiet"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
            download={`recovery-codes-${new URL(site.url).hostname}.txt`}
          >
            {say("recovery.download")}
          </a>
          <button type="button" class="button button-quiet" data-print hidden>
            {say("recovery.print")}
          </button>
          <a class="button" href={`${site.root}/settings/account`}>
            {say("recovery.done")}
          </a>
        </p>
      </section>
    </SettingsLayout>
  );
};
