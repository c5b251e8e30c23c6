import { updateUser } from "../../data/users.ts";
import { said } from "../../words/messages.ts";
import { isPro, requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../errors.ts";
import { COLORS, PATTERNS, type Color, type Pattern } from "./look.ts";

/** By name; empty for none. */
export interface LookInput {
  name: string;
  cover: string;
  pattern: string;
}

/** The caller's own colours, while Pro. They are kept when it ends, for when it comes back. */
export async function chooseLook(ctx: Ctx, input: LookInput): Promise<void> {
  const { user } = requireMember(ctx.actor);
  if (!isPro(user, ctx.now)) throw new DomainError("needs_pro", said("error.needs-pro"));
  const change = {
    name_color: hexOf(input.name),
    background_color: hexOf(input.cover),
    background_url: patternOf(input.pattern),
  };
  await inTransaction(ctx, ({ db }) => updateUser(db, user.id, change));
}

function hexOf(name: string): string | null {
  if (name === "") return null;
  if (!Object.hasOwn(COLORS, name)) throw new DomainError("invalid", said("error.no-such-color"));
  return COLORS[name as Color];
}

function patternOf(name: string): string | null {
  if (name === "") return null;
  if (!PATTERNS.includes(name as Pattern)) throw new DomainError("invalid", said("error.no-such-pattern"));
  return name;
}
