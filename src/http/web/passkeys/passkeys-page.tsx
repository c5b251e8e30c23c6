import { MAX_PASSKEY_NAME } from "../../../core/passkeys/format.ts";
import { hasPasskeys } from "../../../core/passkeys/relying-party.ts";
import type { Passkey } from "../../../entities/passkey.ts";
import type { Words } from "../../../words/words.ts";
import { Button, Field, Form } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { ProofField } from "../proof-fields.tsx";
import { SettingsLayout, SettingsSection } from "../settings/settings-layout.tsx";
import { useWords } from "../use-words.tsx";

export interface PasskeysProps {
  frame: Frame;
  passkeys: Passkey[];
  /** Suggested name for a passkey of this browser. */
  suggested: string;
  /** The refused form, its passkey, and the name that was typed. */
  refused?: { id: string; form: "rename" | "remove"; sentence: string; name?: string };
}

export const PasskeysPage = (props: PasskeysProps) => {
  const { say } = useWords();
  const { frame, passkeys } = props;
  return (
    <SettingsLayout frame={frame} path="/settings/passkeys">
      <p class="soft">{say("passkeys.lead")}</p>
      {passkeys.length > 0 && (
        <SettingsSection id="passkeys" title={say("passkeys.yours")}>
          <ul class="rows">
            {passkeys.map((passkey) => (
              <PasskeyItem {...props} passkey={passkey} />
            ))}
          </ul>
        </SettingsSection>
      )}
      <SettingsSection
        id="add"
        title={say(passkeys.length > 0 ? "passkeys.add-another" : "passkeys.add")}
        lead={say("passkeys.add-lead")}
      >
        {hasPasskeys(frame.site.url) ? <AddForm {...props} /> : <p>{say("passkeys.no-address")}</p>}
      </SettingsSection>
    </SettingsLayout>
  );
};

const PasskeyItem = ({ frame, passkey, refused }: PasskeysProps & { passkey: Passkey }) => {
  const words = useWords();
  const of = refused?.id === passkey.id ? refused : undefined;
  return (
    <li class="row">
      <div class="row-text">
        <strong>
          <bdi>{passkey.name}</bdi>
        </strong>
        <span class="soft">{historyOf(words, passkey, frame.now)}</span>
      </div>
      <div class="row-acts">
        <Rename frame={frame} passkey={passkey} refused={of?.form === "rename" ? of : undefined} />
        <Remove frame={frame} passkey={passkey} refused={of?.form === "remove" ? of : undefined} />
      </div>
    </li>
  );
};

interface ItemProps {
  frame: Frame;
  passkey: Passkey;
  refused: PasskeysProps["refused"];
}

const Rename = ({ frame, passkey: { id, name }, refused }: ItemProps) => {
  const { say } = useWords();
  return (
    <details class="confirm" open={refused !== undefined}>
      <summary class="button button-quiet button-small" aria-label={say("passkeys.rename-label", { name })}>
        {say("passkeys.rename")}
      </summary>
      <Form
        action={`${frame.site.root}/settings/passkeys/${id}/rename`}
        error={refused?.sentence}
        label={say("passkeys.rename-label", { name })}
      >
        <NameOfPasskey id={`name-${id}`} value={refused?.name ?? name} />
        <p class="actions">
          <Button small>{say("passkeys.save")}</Button>
        </p>
      </Form>
    </details>
  );
};

const Remove = ({ frame, passkey: { id, name }, refused }: ItemProps) => {
  const { say } = useWords();
  return (
    <details class="confirm" open={refused !== undefined}>
      <summary class="button button-quiet button-small" aria-label={say("passkeys.remove-label", { name })}>
        {say("passkeys.remove")}
      </summary>
      <Form
        action={`${frame.site.root}/settings/passkeys/${id}/remove`}
        error={refused?.sentence}
        label={say("passkeys.remove-label", { name })}
      >
        <p>{say("passkeys.remove-ask")}</p>
        <ProofField frame={frame} id={`remove-${id}`} />
        <p class="actions">
          <Button kind="danger" small>
            {say("passkeys.remove-yes")}
          </Button>
        </p>
      </Form>
    </details>
  );
};

const NameOfPasskey = ({ id, value, hint }: { id: string; value: string; hint?: string }) => (
  <Field
    label={useWords().say("passkeys.name")}
    name="name"
    id={id}
    value={value}
    hint={hint}
    maxlength={MAX_PASSKEY_NAME}
    autocomplete="off"
    required
  />
);

/** Hidden until a script that can use it shows it. */
const AddForm = ({ frame, suggested }: PasskeysProps) => {
  const { say } = useWords();
  const { root, url } = frame.site;
  return (
    <passkey-adder
      data-cancelled={say("passkeys.not-made")}
      data-present={say("passkeys.made-before")}
      data-unable={say("passkeys.no-luck", { url })}
    >
      <p data-without>{say("passkeys.no-scripts")}</p>
      <form class="form" method="post" action={`${root}/settings/passkeys`} aria-label={say("passkeys.add")} hidden>
        <p class="form-error" role="alert" hidden></p>
        <NameOfPasskey id="new-name" value={suggested} hint={say("passkeys.name-hint")} />
        <ProofField frame={frame} id="new" />
        <p class="actions">
          <Button>{say("passkeys.add")}</Button>
        </p>
      </form>
    </passkey-adder>
  );
};

function historyOf({ say, ago }: Words, { createdAt, usedAt }: Passkey, now: number): string {
  const added = say("passkeys.added", { ago: ago(createdAt, now) });
  const used = usedAt === undefined ? say("passkeys.never-used") : say("passkeys.used", { ago: ago(usedAt, now) });
  return `${added} · ${used}`;
}
