import { listBlocks } from "../../data/filters.ts";
import { lockUsers } from "../../data/users.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import type { Ctx } from "../ctx.ts";

/** All of them are in memory while their person is active. */
export const MAX_PEOPLE = 1000;

/** A notification counts on its recipient's row, so it comes before this act or after it. */
export async function lockPair(tx: Ctx, userId: string, otherId: string): Promise<void> {
  if (userId === otherId) throw new DomainError("invalid", message("error.hide-yourself"));
  if ((await lockUsers(tx.db, [userId, otherId])).length < 2)
    throw new DomainError("not_found", message("error.no-user"));
}

export async function requireRoomForPerson({ db }: Ctx, userId: string): Promise<void> {
  if ((await listBlocks(db, userId)).length >= MAX_PEOPLE)
    throw new DomainError("invalid", message("error.many-hidden-people", { most: MAX_PEOPLE }));
}
