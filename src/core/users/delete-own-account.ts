import { enqueueJob } from "../../data/jobs.ts";
import { deleteSessions } from "../../data/sessions.ts";
import { updateUser } from "../../data/users.ts";
import { inFreeingTransaction, type Ctx } from "../ctx.ts";
import { requireAnotherFounder } from "./another-founder.ts";
import { requireProof, type Proof } from "./proof.ts";

export const DELETE_ACCOUNT = "delete-account";

/** Closes the account at once, permanently. A job deletes its content, however much there is. */
export async function deleteOwnAccount(ctx: Ctx, input: Proof): Promise<void> {
  const { user } = await requireProof(ctx, input);
  await inFreeingTransaction(ctx, async (tx) => {
    const { db, now } = tx;
    await requireAnotherFounder(tx, user);
    await updateUser(db, user.id, { suspendedAt: now, suspendedUntil: undefined, suspendedReason: "" });
    await deleteSessions(db, user.id, {});
    await enqueueJob(db, DELETE_ACCOUNT, user.id, now);
  });
}
