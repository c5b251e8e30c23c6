import { listBlocks } from "../../data/filters.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import type { Ctx } from "../ctx.ts";
import { requireLockedUser } from "../users/find-user.ts";

/** All of them are in memory while their person is active. */
export const MAX_PEOPLE = 1000;

/** Always in the same order. A notification counts on its recipient's row, so it comes before this act or after it. */
export async function lockPair(tx: Ctx, userId: string, otherId: string): Promise<void> {
  if (userId === otherId) throw new DomainError("invalid", message("error.hide-yourself"));
  for (const id of [userId, otherId].sort()) await requireLockedUser(tx, id);
}

export async function requireRoomForPerson({ db }: Ctx, userId: string): Promise<void> {
  if ((await listBlocks(db, userId)).length >= MAX_PEOPLE)
    throw new DomainError("invalid", message("error.many-hidden-people", { most: MAX_PEOPLE }));
}
