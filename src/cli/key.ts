import { isSuspended, PERMISSIONS } from "../core/access.ts";
import { createKey } from "../core/keys/create-key.ts";
import { revokeKey } from "../core/keys/revoke-key.ts";
import { findUserBy } from "../core/users/find-user.ts";
import { listKeys } from "../data/keys.ts";
import type { ApiKey } from "../entities/api-key.ts";
import type { User } from "../entities/user.ts";
import { list, oneOf, required, text, reading, withServices, type Command } from "./command.ts";
import { iso, momentOf } from "./moment.ts";

const create: Command = {
  name: "key create",
  args: "NAME",
  summary: "create an API key for an account; it is shown only once",
  count: [1, 1],
  options: {
    name: { type: "string", value: "N", required: true, help: "what the key is for" },
    permission: { type: "string", multiple: true, value: "P", help: `${PERMISSIONS.join(" or ")}; may be repeated` },
    "read-only": { type: "boolean", help: "without the permission 'Write'" },
    expires: { type: "string", value: "WHEN", help: "a duration such as 30d, or a date" },
  },
  run: (call) => {
    const name = required(call.values, "name");
    const permissions = list(call.values, "permission").map((value) => oneOf("--permission", value, PERMISSIONS));
    const readOnly = call.values["read-only"] === true;
    return withServices(call, async (_, ctx) => {
      const end = text(call.values, "expires");
      const expiresAt = end === undefined ? undefined : momentOf("expires", end, ctx.now);
      const { apiKey, key } = await createKey(ctx, { user: call.args[0]!, name, permissions, readOnly, expiresAt });
      return {
        json: { id: apiKey.id, key },
        text: `${key}\n\nThis is the only time it is shown. To revoke it: ./guffaw key revoke ${apiKey.id}`,
      };
    });
  },
};

function describe(key: ApiKey, owner: User, now: number) {
  return {
    id: key.id,
    name: key.name,
    permissions: key.permissions,
    created: iso(key.createdAt),
    last_used: iso(key.usedAt),
    expires: iso(key.expiresAt),
    revoked: iso(key.revokedAt),
    state: stateOf(key, owner, now),
  };
}

function stateOf({ revokedAt, expiresAt }: ApiKey, owner: User, now: number) {
  if (revokedAt !== undefined) return "revoked";
  if (expiresAt !== undefined && expiresAt <= now) return "expired";
  return isSuspended(owner, now) ? "suspended" : "valid";
}

const show: Command = {
  name: "key list",
  args: "NAME",
  summary: "list the keys of an account",
  count: [1, 1],
  run: (call) =>
    reading(call, async (_, ctx) => {
      const user = await findUserBy(ctx, call.args[0]!);
      const keys = (await listKeys(ctx.db, user.id)).map((key) => describe(key, user, ctx.now));
      const lines = keys.map(
        (key) =>
          `${key.id}  ${key.state.padEnd(9)}  last used ${key.last_used ?? "never"}  ${key.expires ? `expires ${key.expires}  ` : ""}${key.name} (${key.permissions.join(", ") || "read only"})`,
      );
      const none = `${user.username} has no keys. Next: ./guffaw key create ${user.username} --name "my first key"`;
      return { json: { keys }, text: lines.join("\n") || none };
    }),
};

const revoke: Command = {
  name: "key revoke",
  args: "ID",
  summary: "revoke a key, effective from the next request",
  count: [1, 1],
  run: (call) =>
    withServices(call, async (_, ctx) => {
      const key = await revokeKey(ctx, call.args[0]!);
      return { json: { id: key.id, revoked: true }, text: `Revoked the key ${key.id} (${key.name}).` };
    }),
};

export const keyCommands = [create, show, revoke];
