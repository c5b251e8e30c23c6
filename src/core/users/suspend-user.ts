import { findUser, updateUser } from "../../data/users.ts";
import { said } from "../../words/messages.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../errors.ts";
import { findUserBy } from "./find-user.ts";

/** A suspended account can do nothing; what it made stays. */
export async function suspendUser(ctx: Ctx, input: { user: string; lift: boolean }) {
  return inTransaction(ctx, async (tx) => {
    const user = await findUserBy(tx, input.user);
    if (input.lift === (user.suspended_at === null))
      throw new DomainError(
        "invalid",
        said(input.lift ? "error.not-suspended" : "error.suspended-already", { name: user.username }),
      );
    await updateUser(tx.db, user.id, { suspended_at: input.lift ? null : ctx.now });
    return (await findUser(tx.db, user.id))!;
  });
}
