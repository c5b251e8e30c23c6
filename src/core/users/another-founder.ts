import type { User } from "../../entities/user.ts";
import { listFounders, lockUser } from "../../data/users.ts";
import { message } from "../../words/messages.ts";
import { isSuspended } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";

const canOpenAdmin = (user: User | undefined, now: number) => user?.founder && !isSuspended(user, now);

/**
 * Inside a transaction, before a founder is deleted, suspended or loses the perk: somebody must be left to open
 * /admin.
 */
export async function requireAnotherFounder({ db, now }: Pick<Ctx, "db" | "now">, user: User): Promise<void> {
  if (!canOpenAdmin(user, now)) return;
  const others = (await listFounders(db)).map(({ id }) => id).filter((id) => id !== user.id);
  let left = 0;
  // Locked, and always in the same order: if two founders go at once, the second sees that the first is gone.
  for (const id of [user.id, ...others].sort()) {
    const locked = await lockUser(db, id);
    if (id !== user.id && canOpenAdmin(locked, now)) left++;
  }
  if (left === 0) throw new DomainError("not_allowed", message("error.last-founder", { name: user.username }));
}

/** Whether anybody can open /admin. */
export const hasFounder = async ({ db, now }: Pick<Ctx, "db" | "now">): Promise<boolean> =>
  (await listFounders(db)).some((user) => canOpenAdmin(user, now));
