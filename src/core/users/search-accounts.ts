import { findUserByEmail, findUserByName, listUsersByNewEmail } from "../../data/users.ts";
import type { User } from "../../entities/user.ts";
import { requireFounder } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { matchUsers } from "./match-users.ts";

/** Longer than any id, name or address. */
const MAX_TEXT = 300;
/** Anyone can claim any address. */
const MAX_FOUND = 20;

/** By id, whole name or e-mail address, ignoring case. */
export async function searchAccounts(ctx: Ctx, text: string): Promise<User[]> {
  requireFounder(ctx.actor);
  const wanted = text.trim();
  if (wanted === "" || wanted.length > MAX_TEXT || !wanted.isWellFormed() || wanted.includes("\0")) return [];
  const found = [
    ...(await matchUsers(ctx, wanted, async (name) => [(await findUserByName(ctx.db, name)) ?? []].flat())),
    ...(wanted.includes("@") ? await findByAddress(ctx, wanted) : []),
  ];
  return [...new Map(found.map((user) => [user.id, user])).values()];
}

const findByAddress = async ({ db }: Ctx, address: string): Promise<User[]> => [
  ...[(await findUserByEmail(db, address)) ?? []].flat(),
  ...(await listUsersByNewEmail(db, address, MAX_FOUND)),
];
