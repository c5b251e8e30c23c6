import { findWebhook, lockWebhook } from "../../data/webhooks.ts";
import type { Webhook } from "../../entities/webhook.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { isId } from "../ids.ts";

/** To anyone but its owner, a webhook does not exist. */
export const findOwnWebhook = async (ctx: Pick<Ctx, "db" | "actor">, id: string): Promise<Webhook> =>
  requireOwn(ctx, isId(id) ? await findWebhook(ctx.db, id) : undefined);

/** The same, until the transaction ends. */
export const lockOwnWebhook = async (tx: Pick<Ctx, "db" | "actor">, id: string): Promise<Webhook> =>
  requireOwn(tx, isId(id) ? await lockWebhook(tx.db, id) : undefined);

function requireOwn({ actor }: Pick<Ctx, "actor">, hook: Webhook | undefined): Webhook {
  const { user } = requireMember(actor);
  if (hook?.userId !== user.id) throw new DomainError("not_found", message("webhooks.none-such"));
  return hook;
}

export function requireWebhooks({ policy }: Pick<Ctx, "policy">): void {
  if (policy.webhooks === "off") throw new DomainError("not_allowed", message("webhooks.switched-off"));
}
