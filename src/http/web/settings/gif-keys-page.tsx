import type { GifKey } from "../../../entities/gif-key.ts";
import type { Words } from "../../../words/words.ts";
import { Button, Choice, Field, Form } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { OnceField, RecentProofField } from "../proof-fields.tsx";
import { useWords } from "../use-words.tsx";
import { KeyEntry, MadeKey, usesOf } from "./key-parts.tsx";
import { SettingsLayout, SettingsSection } from "./settings-layout.tsx";

export interface TypedGifKey {
  name: string;
  origins: string;
  mature: boolean;
}

export const EMPTY_GIF_KEY: TypedGifKey = { name: "", origins: "", mature: false };

interface Props {
  frame: Frame;
  keys: GifKey[];
  /** What was typed into the form for a new one; undefined while this site answers no GIF searches. */
  typed: TypedGifKey | undefined;
  error?: string;
  /** The key just created, with an address to try if it is for all sites. */
  made?: { gifKey: GifKey; key: string; address: string };
}

export const GifKeysPage = ({ frame, keys, typed, error, made }: Props) => {
  const { say, rich } = useWords();
  return (
    <SettingsLayout frame={frame} path="/settings/keys" title={say("settings.gif-keys")}>
      <p class="soft">
        {rich("settings.gif-keys-lead", { link: (inner) => <a href={`${frame.site.root}/settings/keys`}>{inner}</a> })}
      </p>
      {!typed && <p class="callout">{say("settings.gif-keys-off")}</p>}
      {made && (
        <MadeKey
          name={made.gifKey.name}
          secret={made.key}
          lead={leadOf(say, made.gifKey)}
          label={say("settings.made-gif-key-label")}
          example={made.gifKey.origins.length > 0 ? undefined : { text: made.address, id: "new-key-address" }}
        />
      )}
      {keys.length > 0 && (
        <SettingsSection id="keys" title={say("settings.your-gif-keys")}>
          <ul class="rows">
            {keys.map((key) => (
              <GifKeyItem frame={frame} gifKey={key} />
            ))}
          </ul>
        </SettingsSection>
      )}
      {typed && (
        <SettingsSection id="new" title={say("settings.make-gif-key")}>
          <NewGifKeyForm frame={frame} typed={typed} error={error} />
        </SettingsSection>
      )}
    </SettingsLayout>
  );
};

/** An address that is pasted comes from no site. */
const leadOf = (say: Words["say"], { origins }: GifKey) => {
  const lead = say("settings.made-gif-key-lead");
  if (origins.length === 0) return lead;
  return `${lead} ${say("settings.made-gif-key-bound", { sites: origins.join(", ") })}`;
};

const GifKeyItem = ({ frame, gifKey: key }: { frame: Frame; gifKey: GifKey }) => {
  const words = useWords();
  return (
    <KeyEntry
      name={key.name}
      chips={limitsOf(words, key).map((text) => (
        <span class="chip">{text}</span>
      ))}
      history={usesOf(words, key, frame.now)}
      action={`${frame.site.root}/settings/gif-keys/${key.id}/revoke`}
    />
  );
};

const limitsOf = ({ say }: Words, { origins, mature }: GifKey) => [
  ...(origins.length > 0 ? origins : [say("settings.gif-key-everywhere")]),
  ...(mature ? [say("settings.gif-key-mature")] : []),
];

const NewGifKeyForm = ({ frame, typed, error }: Pick<Props, "frame" | "error"> & { typed: TypedGifKey }) => {
  const { say } = useWords();
  return (
    <Form action={`${frame.site.root}/settings/gif-keys`} error={error} label={say("settings.make-gif-key")}>
      <Field
        label={say("settings.key-name")}
        name="name"
        value={typed.name}
        hint={say("settings.gif-key-name-hint")}
        maxlength={100}
        autocomplete="off"
        required
      />
      <Field
        label={say("settings.gif-key-origins")}
        name="origins"
        value={typed.origins}
        hint={say("settings.gif-key-origins-hint")}
        maxlength={2000}
        autocomplete="off"
        plain
      />
      <Choice
        type="checkbox"
        name="mature"
        value="on"
        label={say("settings.gif-key-mature")}
        hint={say("settings.gif-key-mature-hint")}
        checked={typed.mature}
      />
      <OnceField />
      <RecentProofField frame={frame} id="key" />
      <p class="actions">
        <Button>{say("settings.key-send")}</Button>
      </p>
    </Form>
  );
};
