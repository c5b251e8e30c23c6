import type { User } from "../../entities/user.ts";
import { findUser, findUserByName, lockUser } from "../../data/users.ts";
import { message } from "../../words/messages.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { isId } from "../ids.ts";
import { isUsername } from "./username.ts";

/** By id (digits only), by username ignoring case, or `me`. */
export async function findUserBy({ db, actor }: Pick<Ctx, "db" | "actor">, idOrName: string): Promise<User> {
  if (idOrName === "me" && actor.kind === "member") return actor.user;
  const user = isId(idOrName)
    ? await findUser(db, idOrName)
    : isUsername(idOrName)
      ? await findUserByName(db, idOrName)
      : undefined;
  if (!user) throw new DomainError("not_found", message("error.no-user"));
  return user;
}

/** Takes a row lock until the transaction ends. */
export async function requireLockedUser({ db }: Ctx, id: string): Promise<User> {
  const user = await lockUser(db, id);
  if (!user) throw new DomainError("not_found", message("error.no-user"));
  return user;
}
