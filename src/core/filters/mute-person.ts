import { deleteBlock, findBlock, insertBlock } from "../../data/filters.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { findAnyoneBy } from "../users/find-user.ts";
import { lockPair, requireRoomForPerson } from "./lock-pair.ts";
import { silence } from "./silence.ts";

/** Leaves somebody out of the caller's lists, and ends their notifications. Nobody is told. Idempotent. */
export async function mutePerson(ctx: Ctx, idOrName: string): Promise<void> {
  const { user } = requireMember(ctx.actor);
  await inTransaction(ctx, async (tx) => {
    const other = await findAnyoneBy(tx, idOrName);
    await lockPair(tx, user.id, other.id);
    // A block hides more than a mute.
    if (await findBlock(tx.db, user.id, other.id)) return;
    await requireRoomForPerson(tx, user.id);
    await insertBlock(tx.db, { userId: user.id, otherId: other.id, kind: "mute", createdAt: ctx.now });
    await silence(tx, { from: other.id, to: user.id });
  });
}

/** Idempotent. Leaves a block as it is. */
export async function unmutePerson(ctx: Ctx, idOrName: string): Promise<void> {
  const { user } = requireMember(ctx.actor);
  await inTransaction(ctx, async (tx) => {
    const other = await findAnyoneBy(tx, idOrName);
    await deleteBlock(tx.db, user.id, other.id, "mute");
  });
}
