import { countKeys } from "../../data/keys.ts";
import type { ApiKeyRow } from "../../data/schema.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../errors.ts";
import { createKey, type NewKey } from "./create-key.ts";
import { requirePerson } from "./own-keys.ts";

const MOST_KEYS = 50;

/** The key itself is in the answer and nowhere else. */
export async function createOwnKey(ctx: Ctx, input: Omit<NewKey, "user">): Promise<{ row: ApiKeyRow; key: string }> {
  const { id } = requirePerson(ctx);
  return inTransaction(ctx, async (tx) => {
    if ((await countKeys(tx.db, id)) >= MOST_KEYS)
      throw new DomainError("invalid", `An account has at most ${MOST_KEYS} keys; revoke one that you no longer need.`);
    return createKey(tx, { ...input, user: id });
  });
}
