import type { User } from "../../entities/user.ts";
import { findUser, findUserByName, lockUser } from "../../data/users.ts";
import { message } from "../../words/messages.ts";
import { hasBlocked } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { whenReady, whenReadyWith } from "../../when-ready.ts";
import { isId } from "../ids.ts";
import { isUsername } from "./username.ts";

/** By id (digits only), by username ignoring case, or `me`. To the caller, people who blocked them do not exist. */
export const findUserBy = (ctx: Pick<Ctx, "db" | "actor">, idOrName: string): User | Promise<User> =>
  whenReadyWith(findAnyoneBy(ctx, idOrName), requireUnblocked, ctx);

/** The same, whoever blocked whom. */
export function findAnyoneBy({ db, actor }: Pick<Ctx, "db" | "actor">, idOrName: string): User | Promise<User> {
  if (idOrName === "me" && actor.kind === "member") return actor.user;
  if (isId(idOrName)) return whenReady(findUser(db, idOrName), requireFound);
  return whenReady(isUsername(idOrName) ? findUserByName(db, idOrName) : undefined, requireFound);
}

/** The same for a request that only reads, from memory if possible. */
export const readProfile = (ctx: Ctx, idOrName: string): User | Promise<User> =>
  isId(idOrName)
    ? whenReadyWith(whenReady(cachedUser(ctx, idOrName), requireFound), requireUnblocked, ctx)
    : findUserBy(ctx, idOrName);

/** Not in a transaction: uncommitted reads must not reach the cache. */
export const cachedUser = ({ db, cache }: Pick<Ctx, "db" | "cache">, id: string) => cache.users.find(findUser, db, id);

const requireUnblocked = ({ actor }: Pick<Ctx, "actor">, user: User): User =>
  requireFound(hasBlocked(actor, user.id) ? undefined : user);

function requireFound(user: User | undefined): User {
  if (!user) throw new DomainError("not_found", message("error.no-user"));
  return user;
}

/** Takes a row lock until the transaction ends. */
export async function requireLockedUser({ db }: Ctx, id: string): Promise<User> {
  const user = await lockUser(db, id);
  if (!user) throw new DomainError("not_found", message("error.no-user"));
  return user;
}
