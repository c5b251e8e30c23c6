import { findProCode, takeProCode } from "../../data/pro-codes.ts";
import type { User } from "../../entities/user.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { hashOf } from "../secrets.ts";
import { cleanCode } from "./code-format.ts";
import { requireLockedUser } from "../users/find-user.ts";
import { extendPro, isEndless } from "./extend-pro.ts";

/** Each code works once; the first one to redeem it wins. */
export async function redeemCode(ctx: Ctx, text: string): Promise<User> {
  const { user: me } = requireMember(ctx.actor);
  const code = cleanCode(text);
  if (code === undefined) throw new DomainError("invalid", message("error.no-pro-code"));
  const hash = hashOf(code);
  return inTransaction(ctx, async (tx) => {
    const user = await requireLockedUser(tx, me.id);
    const known = await findProCode(tx.db, hash);
    if (!known) throw new DomainError("invalid", message("error.no-pro-code"));
    if (known.redeemedAt === undefined && isEndless(user, tx.now))
      throw new DomainError("invalid", message("error.pro-code-not-needed"));
    const taken = await takeProCode(tx.db, hash, user.id, tx.now);
    if (!taken) throw new DomainError("invalid", message("error.pro-code-used"));
    return extendPro(tx, user, taken.months);
  });
}
