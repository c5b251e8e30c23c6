import type { Perks, User } from "../../entities/user.ts";
import { findUser, updateUser } from "../../data/users.ts";
import { message } from "../../words/messages.ts";
import { isPro, requireFounder } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { dayInNote, recordAct } from "../moderation/record-act.ts";
import { requireAnotherFounder } from "./another-founder.ts";
import { findUserBy } from "./find-user.ts";
import { requireRecentProof, type Proof } from "./proof.ts";

export const PERKS = ["pro", "verified", "staff", "translator", "service", "founder"] as const;
export type Perk = (typeof PERKS)[number];

type GivenPerks = Partial<Perks & Pick<User, "proSince" | "proUntil">>;

export function givePerks(perks: Perk[], now: number, until?: number): GivenPerks {
  const given: GivenPerks = {};
  for (const perk of perks) {
    if (perk === "pro") Object.assign(given, { proSince: now, proUntil: until });
    else given[perk] = true;
  }
  return given;
}

interface PerkChange {
  add: Perk[];
  remove: Perk[];
  /** When Pro ends. */
  until?: number;
}

/** For founders, who give proof, and the operator. `force` allows taking it from the last founder. */
export async function changePerks(
  ctx: Ctx,
  input: PerkChange & { user: string; force?: boolean; proof?: Proof },
): Promise<User> {
  requireFounder(ctx.actor);
  await requireRecentProof(ctx, input.proof);
  if (input.until !== undefined && !input.add.includes("pro"))
    throw new DomainError("invalid", message("error.end-with-pro-only"));
  if (input.until !== undefined && input.until <= ctx.now)
    throw new DomainError("invalid", message("error.end-in-past"));
  return inTransaction(ctx, (tx) => applyPerks(tx, input));
}

/** Checks the rules and records the act. */
export async function applyPerks(tx: Ctx, input: PerkChange & { user: string; force?: boolean }): Promise<User> {
  const user = await findUserBy(tx, input.user);
  if (input.remove.includes("founder") && !input.force) await requireAnotherFounder(tx, user);
  await recordAct(tx, { ...actOf(input), user });
  return writePerks(tx, user, input);
}

/** Runs inside a transaction. Does not log: that is up to the caller. */
export async function writePerks(tx: Ctx, user: User, { add, remove, until }: PerkChange) {
  const { db, now } = tx;
  const change = givePerks(add, now, until);
  // People who are already Pro keep their start date.
  if (change.proSince && isPro(user, now)) change.proSince = user.proSince;
  for (const perk of remove) {
    if (perk !== "pro") change[perk] = false;
    else if (user.proSince !== undefined) change.proUntil = Math.min(now, user.proUntil ?? now);
  }
  if (Object.keys(change).length > 0) await updateUser(db, user.id, change);
  return (await findUser(db, user.id))!;
}

/** As in the log: "+staff −verified", "+pro 2027-05-14". */
function actOf({ add, remove, until }: PerkChange) {
  const kind = [...add, ...remove].every((perk) => perk === "pro") ? ("pro" as const) : ("perk" as const);
  const end = until === undefined ? "" : ` ${dayInNote(until)}`;
  const given = add.map((perk) => `+${perk}${perk === "pro" ? end : ""}`);
  return { kind, note: [...given, ...remove.map((perk) => `−${perk}`)].join(" ") };
}
