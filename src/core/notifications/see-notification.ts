import { findNotification, markSeen } from "../../data/notifications.ts";
import type { Notification } from "../../entities/notification.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { alikeOf } from "./group-notifications.ts";

/**
 * Marks a notification as seen, with all earlier ones that are shown as one with it. Idempotent. Other people's
 * notifications do not exist to the caller.
 */
export async function seeNotification(ctx: Ctx, id: number): Promise<void> {
  const { user } = requireMember(ctx.actor);
  await inTransaction(ctx, async (tx) => {
    const found = await findNotification(tx.db, user.id, id);
    if (!found) throw new DomainError("not_found", message("error.no-notification"));
    await seeGroup(tx, found);
  });
}

/** Runs inside a transaction. */
export async function seeGroup({ db }: Ctx, one: Notification): Promise<void> {
  const alike = alikeOf(one);
  await markSeen(db, one.userId, alike ? { ...alike, upTo: one.id } : { id: one.id });
}
