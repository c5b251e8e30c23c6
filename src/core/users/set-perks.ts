import type { User } from "../../entities/user.ts";
import { message } from "../../words/messages.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { lockWithFounders } from "./another-founder.ts";
import { applyPerks, PERKS } from "./change-perks.ts";
import { findUserBy } from "./find-user.ts";
import { requireRecentProof, type Proof } from "./proof.ts";
import { requireFounder } from "../access.ts";

/** Pro has a start and an end, and staff grant it elsewhere. */
export const LASTING_PERKS = PERKS.filter((perk) => perk !== "pro");
export type LastingPerk = (typeof LASTING_PERKS)[number];

/** Sets an account's perks to exactly these. Callers stay founders, so there is always one left. */
export async function setPerks(
  ctx: Ctx,
  input: { user: string; perks: readonly LastingPerk[]; proof?: Proof },
): Promise<User> {
  requireFounder(ctx.actor);
  await requireRecentProof(ctx, input.proof);
  return inTransaction(ctx, async (tx) => {
    const user = await findUserBy(tx, input.user);
    const add = LASTING_PERKS.filter((perk) => input.perks.includes(perk) && !user[perk]);
    const remove = LASTING_PERKS.filter((perk) => !input.perks.includes(perk) && user[perk]);
    if (add.length + remove.length === 0) return user;
    if (remove.includes("founder")) await requireOtherFounder(tx, user);
    return applyPerks(tx, { user: user.id, add, remove }); // which records who did it
  });
}

/** Two founders who demote each other at once take turns. The second is no longer a founder. */
async function requireOtherFounder({ db, actor }: Ctx, user: User): Promise<void> {
  if (actor.kind !== "member") return;
  if (actor.user.id === user.id) throw new DomainError("not_allowed", message("error.own-founder"));
  const founders = (await lockWithFounders(db, user)).filter((one) => one.founder).map(({ id }) => id);
  if (!founders.includes(actor.user.id) || !founders.includes(user.id))
    throw new DomainError("not_allowed", message("error.founders-only"));
}
