import type { ApiKeyRow } from "../../../data/schema.ts";
import { timeAgo } from "../../time.ts";
import { CodeBlock } from "../components/code.tsx";
import { Button, Choice, Field, FieldGroup, Form, Select } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { SettingsFrame, SettingsSection } from "./frame.tsx";

export interface TypedKey {
  name: string;
  ratings: boolean;
  integrations: boolean;
  readOnly: boolean;
  expires: string;
}

const MINUTE = 60_000;

export const EMPTY_KEY: TypedKey = { name: "", ratings: false, integrations: false, readOnly: false, expires: "365" };

interface Props {
  frame: Frame;
  keys: ApiKeyRow[];
  typed: TypedKey;
  error?: string;
  /** The key that was just made, with a line to paste. */
  made?: { name: string; key: string; curl: string };
}

export const EXPIRIES = [
  ["30", "In 30 days"],
  ["90", "In 90 days"],
  ["365", "In a year"],
  ["", "Never"],
] as const;

export const KeysPage = ({ frame, keys, typed, error, made }: Props) => (
  <SettingsFrame frame={frame} path="/settings/keys">
    <p class="soft">
      With a key, a program acts in your name: it can read, and post, rate and comment if you let it. See the{" "}
      <a href={`${frame.site.root}/docs`}>API reference</a> for all that it can do.
    </p>
    {made && <MadeKey made={made} />}
    {keys.length > 0 && (
      <SettingsSection id="keys" title="Your keys">
        <ul class="rows">
          {keys.map((key) => (
            <KeyRow frame={frame} apiKey={key} />
          ))}
        </ul>
      </SettingsSection>
    )}
    <SettingsSection id="new" title={keys.length > 0 ? "Make another key" : "Make a key"}>
      <NewKeyForm frame={frame} typed={typed} error={error} />
    </SettingsSection>
  </SettingsFrame>
);

/** Shown this once, because only its hash is kept. */
const MadeKey = ({ made: { name, key, curl } }: { made: NonNullable<Props["made"]> }) => (
  <section class="made-key" aria-labelledby="made-title">
    <h2 id="made-title">
      Here is your key “<bdi>{name}</bdi>”
    </h2>
    <p>Copy it now and keep it safe, like a password. You will not see it again.</p>
    <CodeBlock label="Your API key" text={key} id="new-key" />
    <CodeBlock label="Try it" text={curl} id="new-key-curl" />
  </section>
);

const KeyRow = ({ frame, apiKey: key }: { frame: Frame; apiKey: ApiKeyRow }) => {
  const hasExpired = key.expires_at !== null && key.expires_at <= frame.now;
  return (
    <li class="row">
      <div class="row-text">
        <strong>
          <bdi>{key.name}</bdi>
        </strong>
        <span class="chips">
          {hasExpired && <span class="chip chip-strong">Expired</span>}
          {permissionsOf(key).map((name) => (
            <span class="chip">{name}</span>
          ))}
        </span>
        <span class="soft">{historyOf(key, frame.now)}</span>
      </div>
      <details class="confirm">
        <summary class="button button-quiet button-small" aria-label={`Revoke the key ${key.name}`}>
          Revoke
        </summary>
        <form method="post" action={`${frame.site.root}/settings/keys/${key.id}/revoke`} class="confirm-ask">
          <p>Programs that use it will be refused at once.</p>
          <Button kind="danger" small>
            Yes, revoke it
          </Button>
        </form>
      </details>
    </li>
  );
};

const permissionsOf = (key: ApiKeyRow) => [
  key.may_write ? "Read and write" : "Read only",
  ...(key.may_ratings ? ["Ratings"] : []),
  ...(key.may_integrations ? ["View Integrations"] : []),
];

function historyOf(key: ApiKeyRow, now: number): string {
  const made = now - key.created_at < MINUTE ? "Made just now" : `Made ${timeAgo(key.created_at, now)} ago`;
  const used = key.used_at === null ? "never used" : `last used ${timeAgo(key.used_at, now)} ago`;
  return `${made} · ${used} · ${endOf(key.expires_at, now)}`;
}

function endOf(at: number | null, now: number): string {
  if (at === null) return "no expiry";
  const day = new Date(at).toISOString().slice(0, 10);
  return at <= now ? `expired on ${day}` : `expires on ${day}`;
}

const NewKeyForm = ({ frame, typed, error }: Pick<Props, "frame" | "typed" | "error">) => (
  <Form action={`${frame.site.root}/settings/keys`} error={error} label="Make a key">
    <Field
      label="Name"
      name="name"
      value={typed.name}
      hint="What it is for, so that you know it again: “my bot”."
      maxlength={100}
      autocomplete="off"
      required
    />
    <FieldGroup legend="What it may do">
      <Choice
        type="radio"
        name="access"
        value="write"
        label="Read and write"
        hint="Post, rate, comment, follow."
        checked={!typed.readOnly}
      />
      <Choice
        type="radio"
        name="access"
        value="read"
        label="Read only"
        hint="Look, but change nothing."
        checked={typed.readOnly}
      />
    </FieldGroup>
    <FieldGroup legend="And also">
      <Choice
        type="checkbox"
        name="ratings"
        value="on"
        label="Ratings"
        hint="See who rated a meme. Needs a Pro account."
        checked={typed.ratings}
      />
      <Choice
        type="checkbox"
        name="integrations"
        value="on"
        label="View Integrations"
        hint="See your accounts on other services."
        checked={typed.integrations}
      />
    </FieldGroup>
    <Select label="Expires" name="expires" options={EXPIRIES} value={typed.expires} />
    <p class="actions">
      <Button>Make the key</Button>
    </p>
  </Form>
);
