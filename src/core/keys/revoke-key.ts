import { findKey, revokeKey as revoke } from "../../data/keys.ts";
import { message } from "../../words/messages.ts";
import { inFreeingTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";

export async function revokeKey(ctx: Ctx, id: string) {
  return inFreeingTransaction(ctx, async ({ db }) => {
    const key = await findKey(db, id);
    if (!key) throw new DomainError("not_found", `There is no key with the id ${id}.`);
    if (!(await revoke(db, id, ctx.now))) throw new DomainError("invalid", message("error.key-revoked", { id }));
    return key;
  });
}
