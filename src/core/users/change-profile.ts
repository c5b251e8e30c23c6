import { dialectOf } from "../../data/dialect.ts";
import type { User } from "../../entities/user.ts";
import { findUser, updateUser } from "../../data/users.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { reindexAuthor, reindexAuthorSoon } from "../search/reindex-author.ts";
import { cleanText } from "../text.ts";
import { leaveName } from "./leave-name.ts";
import { cleanUsername } from "./username.ts";

export const MAX_BIO = 1000;
export const cleanBio = (bio: string) => cleanText("bio", bio, { max: MAX_BIO, field: "bio" });

export const nameTaken = (username: string) =>
  new DomainError("name_taken", message("error.username-taken", { name: username }), { field: "username" });

/** The caller's own. Omitted fields stay as they are. */
export async function changeProfile(ctx: Ctx, input: { username?: string; bio?: string }): Promise<User> {
  const { user } = requireMember(ctx.actor);
  const change: Partial<Pick<User, "username" | "bio">> = {};
  if (input.username !== undefined) change.username = cleanUsername(input.username);
  if (input.bio !== undefined) change.bio = cleanBio(input.bio);
  const renamed = change.username !== undefined && change.username !== user.username;
  const after = await inTransaction(ctx, async (tx) => {
    if (renamed) await leaveName(tx, user.id, change.username!);
    if (Object.keys(change).length > 0) await updateUser(tx.db, user.id, change);
    if (renamed) await reindexAuthorSoon(tx, user.id);
    return findUser(tx.db, user.id);
  }).catch((error: unknown) => {
    throw dialectOf(ctx.db).isUniqueViolation(error) ? nameTaken(input.username!) : error;
  });
  if (!after) throw new DomainError("not_found", message("error.no-user"));
  if (renamed) await reindexAuthor(ctx, user.id);
  return after;
}
