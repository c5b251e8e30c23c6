import { findKey, revokeKey as revoke } from "../../data/keys.ts";
import type { ApiKey } from "../../entities/api-key.ts";
import { findUser } from "../../data/users.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import { canRevoke } from "../access.ts";
import { inFreeingTransaction, type Ctx } from "../ctx.ts";
import { isId } from "../ids.ts";
import { recordAct } from "../moderation/record-act.ts";
import { requirePerson } from "./require-person.ts";

/** For its owner, founders and the operator. To anyone else it does not exist. */
export async function revokeKey(ctx: Ctx, id: string): Promise<ApiKey> {
  const caller = ctx.actor.kind === "system" ? undefined : requirePerson(ctx);
  return inFreeingTransaction(ctx, async (tx) => {
    const key = isId(id) ? await findKey(tx.db, id) : undefined;
    if (!key || !canRevoke(tx.actor, key)) throw new DomainError("not_found", message("error.no-key"));
    const isOwn = key.userId === caller?.id;
    // Pressing the button twice does no harm. Others should know that somebody was faster.
    if (!(await revoke(tx.db, id, tx.now)) && !isOwn)
      throw new DomainError("invalid", message("error.key-revoked", { id }));
    if (!isOwn) await recordAct(tx, { kind: "revoke-key", user: await findUser(tx.db, key.userId), note: key.name });
    return key;
  });
}
