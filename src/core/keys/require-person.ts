import type { User } from "../../entities/user.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";

/** The person at the website. A key cannot make others, or it would outlive its own end. */
export function requirePerson(ctx: Pick<Ctx, "actor">): User {
  const { user, via } = requireMember(ctx.actor);
  if (via !== "session") throw new DomainError("not_allowed", message("error.keys-on-website"));
  return user;
}
