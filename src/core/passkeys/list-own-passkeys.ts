import { listPasskeys } from "../../data/passkeys.ts";
import type { PasskeyRow } from "../../data/schema.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";

/** Newest first. */
export const listOwnPasskeys = (ctx: Ctx): Promise<PasskeyRow[]> =>
  listPasskeys(ctx.db, requireMember(ctx.actor).user.id);
