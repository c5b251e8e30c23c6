import { updateUser } from "../../data/users.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";

/** Whether the website shows the caller mature memes. Stored with the account, for every browser. */
export async function showMature(ctx: Ctx, showsMature: boolean): Promise<void> {
  const { user } = requireMember(ctx.actor);
  await inTransaction(ctx, ({ db }) => updateUser(db, user.id, { showsMature }));
}
