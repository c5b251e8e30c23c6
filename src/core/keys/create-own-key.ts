import { countKeys } from "../../data/keys.ts";
import type { ApiKeyRow } from "../../data/schema.ts";
import { said } from "../../words/messages.ts";
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
      throw new DomainError("invalid", said("error.many-keys", { most: MOST_KEYS }));
    return createKey(tx, { ...input, user: id });
  });
}
