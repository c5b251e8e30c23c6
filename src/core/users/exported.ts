import type { ApiKey } from "../../entities/api-key.ts";
import type { Block } from "../../entities/filter.ts";
import type { GifKey } from "../../entities/gif-key.ts";
import type { LinkedAccount } from "../../entities/linked-account.ts";
import type { Passkey } from "../../entities/passkey.ts";
import type { ProCode } from "../../entities/pro-code.ts";
import type { Session } from "../../entities/session.ts";
import type { Template } from "../../entities/template.ts";
import type { Webhook } from "../../entities/webhook.ts";

// How an export shows what belongs to an account.

export const iso = (ms: number) => new Date(ms).toISOString();
export const isoOrNull = (ms: number | null | undefined) => (ms == null ? null : iso(ms));

export const presentCode = ({ months, redeemedAt }: ProCode) => ({ months, redeemed: isoOrNull(redeemedAt) });

export const presentKey = (key: ApiKey) => ({
  id: key.id,
  name: key.name,
  permissions: key.permissions,
  created: iso(key.createdAt),
  last_used: isoOrNull(key.usedAt),
  expires: isoOrNull(key.expiresAt),
  revoked: isoOrNull(key.revokedAt),
});

export const presentGifKey = (key: GifKey) => ({
  id: key.id,
  name: key.name,
  origins: key.origins,
  mature: key.mature,
  created: iso(key.createdAt),
  last_used: isoOrNull(key.usedAt),
  revoked: isoOrNull(key.revokedAt),
});

/** Without its secret. */
export const presentWebhook = (hook: Webhook) => ({
  id: hook.id,
  url: hook.url,
  events: hook.kinds,
  age: hook.age,
  tag: hook.tag ?? null,
  author: hook.authorId ?? null,
  created: iso(hook.createdAt),
  failing_since: isoOrNull(hook.failingSince),
  disabled: isoOrNull(hook.disabledAt),
});

export const presentIntegration = ({ service, account, name, subject, createdAt, usedAt }: LinkedAccount) => ({
  service,
  account,
  name: name ?? null,
  subject: subject ?? null,
  since: iso(createdAt),
  last_used: isoOrNull(usedAt),
});

export const presentPasskey = ({ name, createdAt, usedAt }: Passkey) => ({
  name,
  added: iso(createdAt),
  last_used: isoOrNull(usedAt),
});

export const presentSession = ({ agent, createdAt, seenAt }: Session) => ({
  browser: agent,
  since: iso(createdAt),
  last_seen: iso(seenAt),
});

export const presentBlock = ({ otherId, kind, createdAt }: Block) => ({ user: otherId, kind, at: iso(createdAt) });

/** Its picture is among the bases. */
export const presentTemplate = (template: Template) => ({
  id: template.id,
  name: template.name,
  tags: template.tags,
  alt: template.alt,
  age: template.age,
  status: template.status,
  base: template.baseId,
  recipe: JSON.parse(template.recipe) as unknown,
  sample_texts: template.sampleTexts,
  memes: template.uses,
  at: iso(template.createdAt),
});
