import type { WebhookLog } from "../../../core/webhooks/list-webhooks.ts";
import type { Delivery, Webhook } from "../../../entities/webhook.ts";
import { loadMessage } from "../../../words/stored-message.ts";
import type { Words } from "../../../words/words.ts";
import { Button, Form, Hidden } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { OnceField } from "../proof-fields.tsx";
import { useWords } from "../use-words.tsx";
import { SettingsLayout, SettingsSection } from "./settings-layout.tsx";
import { MadeSecret, WebhookFields, WebhookState, type TypedWebhook } from "./webhooks-page.tsx";

interface Props {
  frame: Frame;
  log: WebhookLog;
  typed: TypedWebhook;
  error?: string;
  /** Just made. */
  secret?: string;
}

/** One webhook: what became of the last messages, and everything that can be changed. */
export const WebhookPage = ({ frame, log: { webhook, deliveries }, typed, error, secret }: Props) => {
  const { say } = useWords();
  const action = `${frame.site.root}/settings/webhooks/${webhook.id}`;
  return (
    <SettingsLayout frame={frame} path="/settings/webhooks">
      {secret !== undefined && <MadeSecret secret={secret} />}
      <SettingsSection id="webhook" title={say("webhooks.single")}>
        <div class="row-text">
          <strong>
            <bdi>{webhook.url}</bdi>
          </strong>
          <WebhookState webhook={webhook} />
        </div>
        <Switches webhook={webhook} action={action} />
      </SettingsSection>
      <SettingsSection id="log" title={say("webhooks.log")}>
        {deliveries.length === 0 ? (
          <p class="soft">{say("webhooks.log-empty")}</p>
        ) : (
          <ul class="rows">
            {deliveries.map((one) => (
              <DeliveryItem delivery={one} action={action} isOff={webhook.disabledAt !== undefined} />
            ))}
          </ul>
        )}
      </SettingsSection>
      <SettingsSection id="change" title={say("webhooks.change")}>
        <Form action={action} error={error} label={say("webhooks.change")}>
          <WebhookFields typed={typed} />
          <p class="actions">
            <Button>{say("webhooks.save")}</Button>
          </p>
        </Form>
      </SettingsSection>
      <SettingsSection id="secret" title={say("webhooks.new-secret")} lead={say("webhooks.new-secret-lead")}>
        <Form action={`${action}/secret`} label={say("webhooks.new-secret")}>
          <OnceField />
          <p class="actions">
            <Button kind="quiet">{say("webhooks.new-secret-send")}</Button>
          </p>
        </Form>
      </SettingsSection>
      <SettingsSection id="delete" title={say("webhooks.delete")} lead={say("webhooks.delete-ask")}>
        <Form action={`${action}/delete`} label={say("webhooks.delete")}>
          <p class="actions">
            <Button kind="danger">{say("webhooks.delete-yes")}</Button>
          </p>
        </Form>
      </SettingsSection>
    </SettingsLayout>
  );
};

const Switches = ({ webhook: { disabledAt }, action }: { webhook: Webhook; action: string }) => {
  const { say } = useWords();
  const isOff = disabledAt !== undefined;
  return (
    <div class="actions">
      {!isOff && (
        <form method="post" action={`${action}/test`}>
          <Button>{say("webhooks.send-test")}</Button>
        </form>
      )}
      <form method="post" action={`${action}/switch`}>
        <Hidden name="on" value={isOff ? "1" : ""} />
        <Button kind={isOff ? undefined : "quiet"}>{say(isOff ? "webhooks.turn-on" : "webhooks.turn-off")}</Button>
      </form>
    </div>
  );
};

interface DeliveryProps {
  delivery: Delivery;
  action: string;
  isOff: boolean;
}

const DeliveryItem = ({ delivery, action, isOff }: DeliveryProps) => {
  const words = useWords();
  const { say } = words;
  return (
    <li class="row">
      <div class="row-text">
        <strong>{say(`webhooks.kind-${delivery.kind}`)}</strong>
        <span class="soft">{historyOf(words, delivery)}</span>
        {delivery.error !== undefined && <span>{words.translate(loadMessage(delivery.error))}</span>}
      </div>
      {!isOff && delivery.state !== "waiting" && (
        <form method="post" action={`${action}/deliveries/${delivery.id}`}>
          <Button kind="quiet" small label={say("webhooks.send-again-label", { id: `msg_${delivery.id}` })}>
            {say("webhooks.send-again")}
          </Button>
        </form>
      )}
    </li>
  );
};

function historyOf({ say, count, moment }: Words, { state, tries, status, nextAt, createdAt }: Delivery): string {
  return [
    moment(createdAt),
    say(`webhooks.state-${state}`),
    ...(tries > 0 ? [count("webhooks.tries", tries)] : []),
    ...(status === undefined ? [] : [String(status)]),
    ...(state === "waiting" && tries > 0 ? [say("webhooks.next-try", { moment: moment(nextAt) })] : []),
  ].join(" · ");
}
