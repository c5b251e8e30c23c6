import { findGifKey, revokeGifKey as revoke } from "../../data/gif-keys.ts";
import type { GifKey } from "../../entities/gif-key.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import { canRevoke } from "../access.ts";
import { inFreeingTransaction, type Ctx } from "../ctx.ts";
import { isId } from "../ids.ts";
import { requirePerson } from "../keys/require-person.ts";

/** For its owner, founders and the operator. To anyone else it does not exist. */
export async function revokeGifKey(ctx: Ctx, id: string): Promise<GifKey> {
  if (ctx.actor.kind !== "system") requirePerson(ctx);
  return inFreeingTransaction(ctx, async ({ db, actor, now }) => {
    const key = isId(id) ? await findGifKey(db, id) : undefined;
    if (!key || !canRevoke(actor, key)) throw new DomainError("not_found", message("error.no-key"));
    await revoke(db, id, now);
    return key;
  });
}
