import { findNotification, markSeen } from "../../data/notifications.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";

/** Idempotent. Other people's notifications do not exist to the caller. */
export async function seeNotification(ctx: Ctx, id: number): Promise<void> {
  const { user } = requireMember(ctx.actor);
  await inTransaction(ctx, async ({ db }) => {
    if ((await markSeen(db, user.id, { id })) === 0 && !(await findNotification(db, user.id, id)))
      throw new DomainError("not_found", message("error.no-notification"));
  });
}
