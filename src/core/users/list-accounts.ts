import type { User } from "../../entities/user.ts";
import { findUser, findUserByEmail, findUserByName, listUsers, listUsersByNewEmail } from "../../data/users.ts";
import type { Ctx } from "../ctx.ts";
import { isId } from "../ids.ts";
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

/** By id, name or email address, in any case. */
export async function findAccounts(ctx: Ctx, text: string): Promise<User[]> {
  requireFounder(ctx.actor);
  const wanted = text.trim();
  if (wanted === "" || wanted.length > MOST || !wanted.isWellFormed() || wanted.includes("\0")) return [];
  const found = [
    isId(wanted) ? await findUser(ctx.db, wanted) : undefined,
    await findUserByName(ctx.db, wanted.replace(/^@/, "")),
    ...(wanted.includes("@")
      ? [await findUserByEmail(ctx.db, wanted), ...(await listUsersByNewEmail(ctx.db, wanted, MAX_FOUND))]
      : []),
  ];
  return [...new Map(found.flatMap((user) => (user ? [[user.id, user]] : []))).values()];
}

/** Longer than any of them. */
const MOST = 300;
/** Anyone can claim any address. */
const MAX_FOUND = 20;
