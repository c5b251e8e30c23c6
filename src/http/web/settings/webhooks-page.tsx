import { EVENT_KINDS } from "../../../entities/meme-event.ts";
import type { Webhook } from "../../../entities/webhook.ts";
import { CodeBlock } from "../components/code.tsx";
import { Button, Choice, Field, FieldGroup, Form, Select } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { OnceField } from "../proof-fields.tsx";
import { useWords } from "../use-words.tsx";
import { SettingsLayout, SettingsSection } from "./settings-layout.tsx";

export interface TypedWebhook {
  url: string;
  /** Separated by commas. */
  events: string;
  age: string;
  tag: string;
  author: string;
}

export const EMPTY_WEBHOOK: TypedWebhook = { url: "", events: EVENT_KINDS.join(), age: "2", tag: "", author: "" };

interface Props {
  frame: Frame;
  webhooks: readonly Webhook[];
  typed: TypedWebhook;
  error?: string;
  /** Of the webhook just added. */
  secret?: string;
}

export const WebhooksPage = ({ frame, webhooks, typed, error, secret }: Props) => {
  const { say, rich } = useWords();
  const { root } = frame.site;
  return (
    <SettingsLayout frame={frame} path="/settings/webhooks">
      <p class="soft">{rich("webhooks.lead", { link: (inner) => <a href={`${root}/docs#webhooks`}>{inner}</a> })}</p>
      {secret !== undefined && <MadeSecret secret={secret} />}
      {webhooks.length > 0 && (
        <SettingsSection id="webhooks" title={say("webhooks.yours")}>
          <ul class="rows">
            {webhooks.map((one) => (
              <WebhookItem frame={frame} webhook={one} />
            ))}
          </ul>
        </SettingsSection>
      )}
      {frame.site.webhooks && (
        <SettingsSection id="new" title={say("webhooks.add")}>
          <Form action={`${root}/settings/webhooks`} error={error} label={say("webhooks.add")}>
            <WebhookFields typed={typed} />
            <OnceField />
            <p class="actions">
              <Button>{say("webhooks.add")}</Button>
            </p>
          </Form>
        </SettingsSection>
      )}
    </SettingsLayout>
  );
};

/** Shown only once. */
export const MadeSecret = ({ secret }: { secret: string }) => {
  const { say } = useWords();
  return (
    <section class="made-key" aria-labelledby="made-title">
      <h2 id="made-title">{say("webhooks.added")}</h2>
      <p>{say("webhooks.secret-lead")}</p>
      <CodeBlock label={say("webhooks.secret-label")} text={secret} id="new-secret" />
    </section>
  );
};

const WebhookItem = ({ frame, webhook }: { frame: Frame; webhook: Webhook }) => {
  const { say } = useWords();
  return (
    <li class="row">
      <div class="row-text">
        <strong>
          <bdi>{webhook.url}</bdi>
        </strong>
        <WebhookState webhook={webhook} />
      </div>
      <a
        class="button button-quiet button-small"
        href={`${frame.site.root}/settings/webhooks/${webhook.id}`}
        aria-label={say("webhooks.open-label", { url: webhook.url })}
      >
        {say("webhooks.open")}
      </a>
    </li>
  );
};

export const WebhookState = ({ webhook: { disabledAt, failingSince, kinds, tag } }: { webhook: Webhook }) => {
  const { say, moment } = useWords();
  return (
    <span class="chips">
      {disabledAt !== undefined ? (
        <span class="chip chip-strong">{say("webhooks.went-off", { moment: moment(disabledAt) })}</span>
      ) : failingSince !== undefined ? (
        <span class="chip chip-strong">{say("webhooks.is-failing", { moment: moment(failingSince) })}</span>
      ) : (
        <span class="chip">{say("webhooks.is-on")}</span>
      )}
      {kinds.map((kind) => (
        <span class="chip">{say(`webhooks.kind-${kind}`)}</span>
      ))}
      {tag !== undefined && <span class="chip">#{tag}</span>}
    </span>
  );
};

const AGES = ["1", "2", "4"] as const;

export const WebhookFields = ({ typed }: { typed: TypedWebhook }) => {
  const { say } = useWords();
  const chosen = typed.events.split(",");
  const ages = AGES.map((age) => [age, say(`submit.age-${age}`)] as const);
  return (
    <>
      <Field
        label={say("webhooks.url")}
        name="url"
        type="url"
        value={typed.url}
        hint={say("webhooks.url-hint")}
        maxlength={2000}
        autocomplete="off"
        required
      />
      <FieldGroup legend={say("webhooks.kinds")}>
        {EVENT_KINDS.map((kind) => (
          <Choice
            type="checkbox"
            name={kind}
            value="on"
            label={say(`webhooks.kind-${kind}`)}
            checked={chosen.includes(kind)}
          />
        ))}
      </FieldGroup>
      <Select label={say("webhooks.age")} name="age" options={ages} value={typed.age} />
      <Field label={say("webhooks.tag")} name="tag" value={typed.tag} maxlength={100} autocomplete="off" plain />
      <Field
        label={say("webhooks.author")}
        name="author"
        value={typed.author}
        maxlength={50}
        autocomplete="off"
        plain
      />
    </>
  );
};
