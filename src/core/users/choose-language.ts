import { updateUser } from "../../data/users.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";

/** Stored with the account, for every browser and for mail. */
export async function chooseLanguage(ctx: Ctx, language: string): Promise<void> {
  const { user } = requireMember(ctx.actor);
  await inTransaction(ctx, ({ db }) => updateUser(db, user.id, { language }));
}
