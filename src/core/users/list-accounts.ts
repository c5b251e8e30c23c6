import type { User } from "../../entities/user.ts";
import { listUsers } from "../../data/users.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type Page } from "../lists.ts";
import { requireFounder } from "../access.ts";

/** Newest first. */
export async function listAccounts(
  ctx: Ctx,
  { amount, after }: { amount: number; after?: string },
): Promise<Page<User, string>> {
  requireFounder(ctx.actor);
  const found = await listUsers(ctx.db, { amount: amount + 1, after });
  return pageOf(found, amount, ({ id }) => id);
}
