import { countTicketsOf } from "../../data/tickets.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";

/** How many are left. */
export const countRecoveryCodes = (ctx: Ctx): Promise<number> =>
  countTicketsOf(ctx.db, "recoveries", requireMember(ctx.actor).user.id);
