import type { OwnedKey } from "../../../core/keys/list-all-keys.ts";
import { lastUse } from "../../../core/keys/key-uses.ts";
import type { User } from "../../../entities/user.ts";
import type { ApiKey } from "../../../entities/api-key.ts";
import { Button } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";
import { AdminLayout, More } from "./admin-layout.tsx";

interface Props {
  frame: Frame;
  keys: OwnedKey[];
  next: string | undefined;
  after: boolean;
}

export const AllKeysPage = ({ frame, keys, next, after }: Props) => {
  const { say } = useWords();
  return (
    <AdminLayout frame={frame} path="/admin/keys">
      <p class="soft">{say("admin.keys-lead")}</p>
      {keys.length === 0 ? (
        <p>{say("admin.keys-none")}</p>
      ) : (
        <ul class="rows">
          {keys.map(({ key, owner }) => (
            <KeyItem frame={frame} apiKey={key} owner={owner} />
          ))}
        </ul>
      )}
      <More here={`${frame.site.root}/admin/keys`} next={next} after={after} />
    </AdminLayout>
  );
};

export const KeyItem = ({ frame, apiKey: key, owner }: { frame: Frame; apiKey: ApiKey; owner?: User }) => {
  const { say } = useWords();
  return (
    <li class="row">
      <div class="row-text">
        <span class="chips">
          <strong>
            <bdi>{key.name}</bdi>
          </strong>
          {owner && (
            <span>
              {say("admin.key-of")}{" "}
              <a href={`${frame.site.root}/admin/users/${owner.id}`}>
                <bdi>{owner.username}</bdi>
              </a>
            </span>
          )}
        </span>
        <KeyChips frame={frame} apiKey={key} />
        <KeyHistory frame={frame} apiKey={key} />
      </div>
      {key.revokedAt === undefined && <RevokeForm frame={frame} apiKey={key} />}
    </li>
  );
};

const KeyChips = ({ frame, apiKey: key }: { frame: Frame; apiKey: ApiKey }) => {
  const { say } = useWords();
  const hasExpired = key.expiresAt !== undefined && key.expiresAt <= frame.now;
  return (
    <span class="chips">
      {key.revokedAt !== undefined && <span class="chip chip-strong">{say("admin.key-revoked")}</span>}
      {key.revokedAt === undefined && hasExpired && <span class="chip chip-strong">{say("admin.key-expired")}</span>}
      <span class="chip">{say(key.permissions.includes("Write") ? "admin.key-write" : "admin.key-read")}</span>
      {key.permissions.includes("Ratings") && <span class="chip">{say("admin.key-ratings")}</span>}
      {key.permissions.includes("View Integrations") && <span class="chip">{say("admin.key-integrations")}</span>}
    </span>
  );
};

const KeyHistory = ({ frame, apiKey: key }: { frame: Frame; apiKey: ApiKey }) => {
  const { say, ago, date } = useWords();
  const parts = [
    say("admin.key-made", { ago: ago(key.createdAt, frame.now) }),
    key.usedAt === undefined ? say("admin.key-unused") : say("admin.key-used", { ago: ago(lastUse(key), frame.now) }),
    key.expiresAt === undefined ? say("admin.key-endless") : say("admin.key-expires", { date: date(key.expiresAt) }),
  ];
  return <span class="soft">{parts.join(" · ")}</span>;
};

const RevokeForm = ({ frame, apiKey: key }: { frame: Frame; apiKey: ApiKey }) => {
  const { say } = useWords();
  return (
    <details class="confirm">
      <summary class="button button-quiet button-small" aria-label={say("admin.key-revoke-name", { name: key.name })}>
        {say("admin.key-revoke")}
      </summary>
      <form method="post" action={`${frame.site.root}/admin/keys/${key.id}/revoke`} class="confirm-ask">
        <p>{say("admin.key-revoke-ask")}</p>
        <Button kind="danger" small>
          {say("admin.key-revoke-yes")}
        </Button>
      </form>
    </details>
  );
};
