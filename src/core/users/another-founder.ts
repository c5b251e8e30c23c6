import type { User } from "../../entities/user.ts";
import { listFounders, lockUsers } from "../../data/users.ts";
import { message } from "../../words/messages.ts";
import { isSuspended } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";

const canOpenAdmin = (user: User, now: number) => user.founder && !isSuspended(user, now);

/**
 * Inside a transaction, before a founder is deleted, suspended or loses the perk: somebody must be left to open
 * /admin.
 */
export async function requireAnotherFounder({ db, now }: Pick<Ctx, "db" | "now">, user: User): Promise<void> {
  if (!canOpenAdmin(user, now)) return;
  // If two founders go at once, the second sees that the first is gone.
  const locked = await lockWithFounders(db, user);
  if (!locked.some((one) => one.id !== user.id && canOpenAdmin(one, now)))
    throw new DomainError("not_allowed", message("error.last-founder", { name: user.username }));
}

/** Locks somebody and all founders. */
export async function lockWithFounders(db: Ctx["db"], { id }: User): Promise<User[]> {
  const founders = (await listFounders(db)).map((one) => one.id);
  return lockUsers(db, [...new Set([id, ...founders])]);
}

/** Whether anybody can open /admin. */
export const hasFounder = async ({ db, now }: Pick<Ctx, "db" | "now">): Promise<boolean> =>
  (await listFounders(db)).some((user) => canOpenAdmin(user, now));
