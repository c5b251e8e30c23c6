import { listNewestKeys } from "../../data/keys.ts";
import type { ApiKeyRow, UserRow } from "../../data/schema.ts";
import { findUser, findUsers } from "../../data/users.ts";
import { message } from "../../words/messages.ts";
import { inFreeingTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { isId } from "../ids.ts";
import { revokeKey } from "../keys/revoke-key.ts";
import { pageOf, type Page } from "../lists.ts";
import { recordAct } from "../moderation/record-act.ts";
import { requireFounder } from "./require-founder.ts";

export interface OwnedKey {
  key: ApiKeyRow;
  owner: UserRow;
}

/** Of everyone, newest first. */
export async function listAllKeys(
  ctx: Ctx,
  { amount, after }: { amount: number; after?: string },
): Promise<Page<OwnedKey, string>> {
  requireFounder(ctx.actor);
  const found = await listNewestKeys(ctx.db, { amount: amount + 1, after });
  const { items, next } = pageOf(found, amount, ({ id }) => id);
  const owners = await findUsers(
    ctx.db,
    items.map((key) => key.user_id),
  );
  const owned = items.flatMap((key) => {
    const owner = owners.get(key.user_id);
    return owner ? [{ key, owner }] : []; // whose account has just been deleted
  });
  return { items: owned, next };
}

/** Anybody's. */
export async function revokeAnyKey(ctx: Ctx, id: string): Promise<ApiKeyRow> {
  requireFounder(ctx.actor);
  if (!isId(id)) throw new DomainError("not_found", message("error.no-key"));
  return inFreeingTransaction(ctx, async (tx) => {
    const key = await revokeKey(tx, id);
    await recordAct(tx, { kind: "revoke-key", user: await findUser(tx.db, key.user_id), note: key.name });
    return key;
  });
}
