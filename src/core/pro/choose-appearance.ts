import { updateUser } from "../../data/users.ts";
import { message } from "../../words/messages.ts";
import { isPro, requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { COLORS, PATTERNS, type Color, type Pattern } from "./appearance.ts";

/** Names of colours and patterns; empty for none. */
export interface AppearanceInput {
  name: string;
  cover: string;
  pattern: string;
}

/** Pro only. The choice is kept when Pro ends, for when it comes back. */
export async function chooseAppearance(ctx: Ctx, input: AppearanceInput): Promise<void> {
  const { user } = requireMember(ctx.actor);
  if (!isPro(user, ctx.now)) throw new DomainError("needs_pro", message("error.needs-pro"));
  const change = {
    nameColor: hexOf(input.name),
    backgroundColor: hexOf(input.cover),
    backgroundUrl: patternOf(input.pattern),
  };
  await inTransaction(ctx, ({ db }) => updateUser(db, user.id, change));
}

function hexOf(name: string): string | undefined {
  if (name === "") return undefined;
  if (!Object.hasOwn(COLORS, name)) throw new DomainError("invalid", message("error.no-such-color"));
  return COLORS[name as Color];
}

function patternOf(name: string): string | undefined {
  if (name === "") return undefined;
  if (!PATTERNS.includes(name as Pattern)) throw new DomainError("invalid", message("error.no-such-pattern"));
  return name;
}
