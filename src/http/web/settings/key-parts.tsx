import { lastUse } from "../../../core/keys/key-uses.ts";
import type { ApiKey } from "../../../entities/api-key.ts";
import type { Words } from "../../../words/words.ts";
import { CodeBlock } from "../components/code.tsx";
import { Button } from "../components/form.tsx";
import { useWords } from "../use-words.tsx";

/** When a key was made and last used. */
export const usesOf = (
  { say, ago }: Words,
  key: Pick<ApiKey, "createdAt" | "usedAt">,
  now: number,
): [made: string, used: string] => [
  say("settings.key-made", { ago: ago(key.createdAt, now) }),
  key.usedAt === undefined ? say("settings.key-never-used") : say("settings.key-used", { ago: ago(lastUse(key), now) }),
];

interface MadeKeyProps {
  name: string;
  secret: string;
  lead: string;
  /** Of the key itself. */
  label: string;
  /** Something to try with it, if it can be tried by itself. */
  example?: { text: string; id: string } | undefined;
}

/** Shown only once, because only its hash is stored. */
export const MadeKey = ({ name, secret, lead, label, example }: MadeKeyProps) => {
  const { say, rich } = useWords();
  return (
    <section class="made-key" aria-labelledby="made-title">
      <h2 id="made-title">{rich("settings.made-key", { name, key: (inner) => <bdi>{inner}</bdi> })}</h2>
      <p>{lead}</p>
      <CodeBlock label={label} text={secret} id="new-key" />
      {example && <CodeBlock label={say("settings.try-key")} {...example} />}
    </section>
  );
};

interface KeyEntryProps {
  name: string;
  /** What it may do. */
  chips: unknown;
  history: readonly string[];
  /** Where it is revoked. */
  action: string;
}

export const KeyEntry = ({ name, chips, history, action }: KeyEntryProps) => (
  <li class="row">
    <div class="row-text">
      <strong>
        <bdi>{name}</bdi>
      </strong>
      <span class="chips">{chips}</span>
      <span class="soft">{history.join(" · ")}</span>
    </div>
    <RevokeKey action={action} name={name} />
  </li>
);

const RevokeKey = ({ action, name }: { action: string; name: string }) => {
  const { say } = useWords();
  return (
    <details class="confirm">
      <summary class="button button-quiet button-small" aria-label={say("settings.revoke-label", { name })}>
        {say("settings.revoke")}
      </summary>
      <form method="post" action={action} class="confirm-ask">
        <p>{say("settings.revoke-ask")}</p>
        <Button kind="danger" small>
          {say("settings.revoke-yes")}
        </Button>
      </form>
    </details>
  );
};
