import type { UserRow } from "../../data/schema.ts";
import { findUser, findUserByName } from "../../data/users.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../errors.ts";

/** By id (digits only), by username in any case, or `me`. */
export async function findUserBy({ db, actor }: Pick<Ctx, "db" | "actor">, idOrName: string): Promise<UserRow> {
  if (idOrName === "me" && actor.kind === "member") return actor.user;
  const user = /^\d+$/.test(idOrName) ? await findUser(db, idOrName) : await findUserByName(db, idOrName);
  if (!user) throw new DomainError("not_found", "This user does not exist.");
  return user;
}
