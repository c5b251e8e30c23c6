import type { User } from "../../entities/user.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";

/** Requires a session. A key cannot create keys, or it would outlive its own revocation. */
export function requirePerson(ctx: Pick<Ctx, "actor">): User {
  const { user, via } = requireMember(ctx.actor);
  if (via !== "session") throw new DomainError("not_allowed", message("error.keys-on-website"));
  return user;
}
