import type { UserRow } from "../../data/schema.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../errors.ts";

/** The person at the website. A key cannot make others, or it would outlive its own end. */
export function requirePerson(ctx: Pick<Ctx, "actor">): UserRow {
  const { user, via } = requireMember(ctx.actor);
  if (via !== "session") throw new DomainError("not_allowed", "Keys are made and revoked on the website only.");
  return user;
}
