import type { ApiKey } from "../../../entities/api-key.ts";
import type { Words } from "../../../words/words.ts";
import { Button, Choice, Field, FieldGroup, Form, Select } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { OnceField, RecentProofField } from "../proof-fields.tsx";
import { useWords } from "../use-words.tsx";
import { KeyEntry, MadeKey, usesOf } from "./key-parts.tsx";
import { SettingsLayout, SettingsSection } from "./settings-layout.tsx";

export interface TypedKey {
  name: string;
  ratings: boolean;
  integrations: boolean;
  readOnly: boolean;
  expires: string;
}

export const EMPTY_KEY: TypedKey = { name: "", ratings: false, integrations: false, readOnly: false, expires: "365" };

interface Props {
  frame: Frame;
  keys: ApiKey[];
  typed: TypedKey;
  error?: string;
  /** The key just created, with a command to paste. */
  made?: { name: string; key: string; curl: string };
}

export const EXPIRIES = [
  ["30", "settings.key-in-30"],
  ["90", "settings.key-in-90"],
  ["365", "settings.key-in-365"],
  ["", "settings.key-never"],
] as const;

export const KeysPage = ({ frame, keys, typed, error, made }: Props) => {
  const { say, rich } = useWords();
  return (
    <SettingsLayout frame={frame} path="/settings/keys">
      <p class="soft">
        {rich("settings.keys-lead", { link: (inner) => <a href={`${frame.site.root}/docs`}>{inner}</a> })}
      </p>
      {made && (
        <MadeKey
          name={made.name}
          secret={made.key}
          lead={say("settings.made-key-lead")}
          label={say("settings.made-key-label")}
          example={{ text: made.curl, id: "new-key-curl" }}
        />
      )}
      {keys.length > 0 && (
        <SettingsSection id="keys" title={say("settings.your-keys")}>
          <ul class="rows">
            {keys.map((key) => (
              <KeyItem frame={frame} apiKey={key} />
            ))}
          </ul>
        </SettingsSection>
      )}
      <SettingsSection id="new" title={say(keys.length > 0 ? "settings.make-another-key" : "settings.make-key")}>
        <NewKeyForm frame={frame} typed={typed} error={error} />
      </SettingsSection>
      <p class="soft">
        {rich("settings.to-gif-keys", {
          link: (inner) => <a href={`${frame.site.root}/settings/gif-keys`}>{inner}</a>,
        })}
      </p>
      <p class="soft">
        {rich("settings.to-anywhere", { link: (inner) => <a href={`${frame.site.root}/anywhere`}>{inner}</a> })}
      </p>
    </SettingsLayout>
  );
};

const KeyItem = ({ frame, apiKey: key }: { frame: Frame; apiKey: ApiKey }) => {
  const words = useWords();
  const { say } = words;
  const hasExpired = key.expiresAt !== undefined && key.expiresAt <= frame.now;
  return (
    <KeyEntry
      name={key.name}
      chips={
        <>
          {hasExpired && <span class="chip chip-strong">{say("settings.key-expired")}</span>}
          {permissionsOf(words, key).map((name) => (
            <span class="chip">{name}</span>
          ))}
        </>
      }
      history={[...usesOf(words, key, frame.now), endOf(words, key.expiresAt, frame.now)]}
      action={`${frame.site.root}/settings/keys/${key.id}/revoke`}
    />
  );
};

const permissionsOf = ({ say }: Words, key: ApiKey) => [
  say(key.permissions.includes("Write") ? "settings.key-write" : "settings.key-read"),
  ...(key.permissions.includes("Ratings") ? [say("settings.key-ratings")] : []),
  ...(key.permissions.includes("View Integrations") ? [say("settings.key-integrations")] : []),
];

function endOf({ say, date }: Words, at: number | undefined, now: number): string {
  if (at === undefined) return say("settings.key-no-end");
  return say(at <= now ? "settings.key-ended" : "settings.key-ends", { day: date(at) });
}

const NewKeyForm = ({ frame, typed, error }: Pick<Props, "frame" | "typed" | "error">) => {
  const { say } = useWords();
  const expiries = EXPIRIES.map(([days, key]) => [days, say(key)] as const);
  return (
    <Form action={`${frame.site.root}/settings/keys`} error={error} label={say("settings.make-key")}>
      <Field
        label={say("settings.key-name")}
        name="name"
        value={typed.name}
        hint={say("settings.key-name-hint")}
        maxlength={100}
        autocomplete="off"
        required
      />
      <FieldGroup legend={say("settings.key-access")}>
        <Choice
          type="radio"
          name="access"
          value="write"
          label={say("settings.key-write")}
          hint={say("settings.key-write-hint")}
          checked={!typed.readOnly}
        />
        <Choice
          type="radio"
          name="access"
          value="read"
          label={say("settings.key-read")}
          hint={say("settings.key-read-hint")}
          checked={typed.readOnly}
        />
      </FieldGroup>
      <FieldGroup legend={say("settings.key-also")}>
        <Choice
          type="checkbox"
          name="ratings"
          value="on"
          label={say("settings.key-ratings")}
          hint={say("settings.key-ratings-hint")}
          checked={typed.ratings}
        />
        <Choice
          type="checkbox"
          name="integrations"
          value="on"
          label={say("settings.key-integrations")}
          hint={say("settings.key-integrations-hint")}
          checked={typed.integrations}
        />
      </FieldGroup>
      <Select label={say("settings.key-expires")} name="expires" options={expiries} value={typed.expires} />
      <OnceField />
      <RecentProofField frame={frame} id="key" />
      <p class="actions">
        <Button>{say("settings.key-send")}</Button>
      </p>
    </Form>
  );
};
