import { insertKey } from "../../data/keys.ts";
import { KEY_PERMISSIONS, type ApiKey } from "../../entities/api-key.ts";
import { message } from "../../words/messages.ts";
import { requireOperator, type Permission } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { cleanText } from "../text.ts";
import { findUserBy } from "../users/find-user.ts";
import { hashKey, makeKey } from "./key-format.ts";

export interface NewKey {
  user: string;
  name: string;
  permissions: Permission[];
  readOnly: boolean;
  expiresAt?: number;
}

export interface CreatedKey {
  apiKey: ApiKey;
  /** The key itself, which is not stored. */
  key: string;
}

/** Creates a key for any account. Operator only. */
export async function createKey(ctx: Ctx, input: NewKey): Promise<CreatedKey> {
  requireOperator(ctx.actor);
  return inTransaction(ctx, (tx) => addKey(tx, input));
}

export async function addKey(tx: Ctx, input: NewKey): Promise<CreatedKey> {
  const name = cleanText("key-name", input.name, { min: 1, max: 100 });
  if (input.expiresAt !== undefined && input.expiresAt <= tx.now)
    throw new DomainError("invalid", message("error.key-ends-at-once"));
  const key = makeKey();
  const user = await findUserBy(tx, input.user);
  const apiKey: ApiKey = {
    id: tx.ids.next(),
    userId: user.id,
    name,
    permissions: KEY_PERMISSIONS.filter((permission) =>
      permission === "Write" ? !input.readOnly : input.permissions.includes(permission),
    ),
    createdAt: tx.now,
    usedAt: undefined,
    expiresAt: input.expiresAt,
    revokedAt: undefined,
  };
  await insertKey(tx.db, apiKey, hashKey(key));
  return { apiKey, key };
}
