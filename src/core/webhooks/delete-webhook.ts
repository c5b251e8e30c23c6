import { deleteWebhook as erase } from "../../data/webhooks.ts";
import { requireMember } from "../access.ts";
import { inFreeingTransaction, type Ctx } from "../ctx.ts";
import { lockOwnWebhook } from "./own-webhook.ts";

/** What waits is not sent any more. */
export async function deleteWebhook(ctx: Ctx, id: string): Promise<void> {
  requireMember(ctx.actor);
  await inFreeingTransaction(ctx, async (tx) => {
    const { id: own } = await lockOwnWebhook(tx, id);
    await erase(tx.db, own);
  });
}
