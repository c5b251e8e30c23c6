import { listUsersNamed } from "../../data/users.ts";
import type { User } from "../../entities/user.ts";
import { requireStaff } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { matchUsers } from "../users/match-users.ts";
import { MAX_USERNAME } from "../users/username.ts";

const MAX_FOUND = 20;
const PREFIX = new RegExp(`^[a-z0-9_.]{1,${MAX_USERNAME}}$`, "i");

/** By id, or by a prefix of the name. */
export async function searchPeople(ctx: Ctx, text: string): Promise<User[]> {
  requireStaff(ctx.actor);
  return matchUsers(ctx, text, async (name) => (PREFIX.test(name) ? listUsersNamed(ctx.db, name, MAX_FOUND) : []));
}
