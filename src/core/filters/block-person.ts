import { deleteBlock, findBlock, insertBlock } from "../../data/filters.ts";
import { deleteNotificationsAbout } from "../../data/notifications.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { findAnyoneBy } from "../users/find-user.ts";
import { endFollow } from "../users/follow-user.ts";
import { lockPair, requireRoomForPerson } from "./lock-pair.ts";
import { silence } from "./silence.ts";

/** Hides two people from each other. Neither follows the other any more, and nobody is told. Idempotent. */
export async function blockPerson(ctx: Ctx, idOrName: string): Promise<void> {
  const { user } = requireMember(ctx.actor);
  await inTransaction(ctx, async (tx) => {
    const other = await findAnyoneBy(tx, idOrName);
    await lockPair(tx, user.id, other.id);
    const known = await findBlock(tx.db, user.id, other.id);
    if (known?.kind === "block") return;
    if (known) await deleteBlock(tx.db, user.id, other.id, "mute");
    else await requireRoomForPerson(tx, user.id);
    await insertBlock(tx.db, { userId: user.id, otherId: other.id, kind: "block", createdAt: ctx.now });
    await endFollow(tx, user.id, other.id);
    await endFollow(tx, other.id, user.id);
    await silence(tx, { from: other.id, to: user.id });
    await silence(tx, { from: user.id, to: other.id });
    await deleteNotificationsAbout(tx.db, user.id, other.id);
    await deleteNotificationsAbout(tx.db, other.id, user.id);
  });
}

/** Idempotent. Leaves a mute as it is. */
export async function unblockPerson(ctx: Ctx, idOrName: string): Promise<void> {
  const { user } = requireMember(ctx.actor);
  await inTransaction(ctx, async (tx) => {
    const other = await findAnyoneBy(tx, idOrName);
    await deleteBlock(tx.db, user.id, other.id, "block");
  });
}
