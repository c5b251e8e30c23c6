import { findUser } from "../../data/users.ts";
import type { User } from "../../entities/user.ts";
import type { Ctx } from "../ctx.ts";
import { isId } from "../ids.ts";

/** By id, or by name as people write it: with or without an @ in front and a tag at the end. */
export async function matchUsers(
  { db }: Ctx,
  text: string,
  byName: (name: string) => Promise<User[]>,
): Promise<User[]> {
  const name = text.trim().replace(/^@/, "").replace(/#\d*$/, "");
  if (!isId(name)) return byName(name);
  const user = await findUser(db, name);
  return user ? [user] : [];
}
