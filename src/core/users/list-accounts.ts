import type { User } from "../../entities/user.ts";
import { listUsers } from "../../data/users.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type Page } from "../lists.ts";
import { requireFounder } from "../access.ts";

/** How many are read at once while looking for those that match. */
const BATCH = 1000;

interface AccountQuery {
  amount: number;
  /** Id of the last account of the page before. */
  after?: string | undefined;
  matches?: (user: User) => boolean;
}

/** Newest first. Filters have no index, so rare matches are looked for in small reads that hold nobody up. */
export async function listAccounts(ctx: Ctx, { amount, after, matches }: AccountQuery): Promise<Page<User, string>> {
  requireFounder(ctx.actor);
  const found: User[] = [];
  const batch = matches ? Math.max(amount + 1, BATCH) : amount + 1;
  for (let from = after; found.length <= amount;) {
    const users = await listUsers(ctx.db, { amount: batch, after: from });
    found.push(...(matches ? users.filter(matches) : users));
    from = users.at(-1)?.id;
    if (users.length < batch) break;
  }
  return pageOf(found, amount, ({ id }) => id);
}
