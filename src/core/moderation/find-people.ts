import type { User } from "../../entities/user.ts";
import { findUser, listUsersNamed } from "../../data/users.ts";
import { requireStaff } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { isId } from "../ids.ts";
import { MAX_USERNAME } from "../users/username.ts";

const MAX_FOUND = 20;
const BEGINNING = new RegExp(`^[a-z0-9_.]{1,${MAX_USERNAME}}$`, "i");

/** By the beginning of the name, with or without the tag behind it, or by id. */
export async function findPeople(ctx: Ctx, sought: string): Promise<User[]> {
  requireStaff(ctx.actor);
  const name = sought.trim().replace(/^@/, "").replace(/#\d*$/, "");
  if (isId(name)) return [(await findUser(ctx.db, name)) ?? []].flat();
  return BEGINNING.test(name) ? listUsersNamed(ctx.db, name, MAX_FOUND) : [];
}
