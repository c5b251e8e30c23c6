import { deleteCollection as removeCollection } from "../../data/collections.ts";
import { requireMember } from "../access.ts";
import { inFreeingTransaction, type Ctx } from "../ctx.ts";
import { findOwnCollection } from "./find-collection.ts";

/** Its memes stay saved. */
export async function deleteCollection(ctx: Ctx, id: number): Promise<void> {
  requireMember(ctx.actor);
  await inFreeingTransaction(ctx, async (tx) => {
    await findOwnCollection(tx, id);
    await removeCollection(tx.db, id);
  });
}
