import { insertKey } from "../../data/keys.ts";
import type { ApiKeyRow } from "../../data/schema.ts";
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

/** For any account, by the operator. */
export async function createKey(ctx: Ctx, input: NewKey): Promise<{ row: ApiKeyRow; key: string }> {
  requireOperator(ctx.actor);
  return inTransaction(ctx, (tx) => addKey(tx, input));
}

/** The key itself is in the answer and nowhere else. */
export async function addKey(tx: Ctx, input: NewKey): Promise<{ row: ApiKeyRow; key: string }> {
  const name = cleanText("key-name", input.name, { least: 1, most: 100 });
  if (input.expiresAt !== undefined && input.expiresAt <= tx.now)
    throw new DomainError("invalid", message("error.key-ends-at-once"));
  const key = makeKey();
  const user = await findUserBy(tx, input.user);
  const row: ApiKeyRow = {
    id: tx.ids.next(),
    user_id: user.id,
    name,
    hash: hashKey(key),
    may_ratings: Number(input.permissions.includes("Ratings")),
    may_integrations: Number(input.permissions.includes("View Integrations")),
    may_write: Number(!input.readOnly),
    created_at: tx.now,
    used_at: null,
    expires_at: input.expiresAt ?? null,
    revoked_at: null,
  };
  await insertKey(tx.db, row);
  return { row, key };
}
