import { listPasskeys } from "../../data/passkeys.ts";
import type { Passkey } from "../../entities/passkey.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";

/** Newest first. */
export const listOwnPasskeys = (ctx: Ctx): Promise<Passkey[]> => listPasskeys(ctx.db, requireMember(ctx.actor).user.id);
