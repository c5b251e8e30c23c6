import { findFormerName } from "../../data/former-names.ts";
import { findUser, findUserByName } from "../../data/users.ts";
import type { User } from "../../entities/user.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import { hasBlocked } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { isUsername } from "./username.ts";

/** Whoever has this name, or else whoever left it last. */
export async function findNamed({ db, actor }: Pick<Ctx, "db" | "actor">, name: string): Promise<User> {
  const user = isUsername(name) ? ((await findUserByName(db, name)) ?? (await findRenamed(db, name))) : undefined;
  if (!user || hasBlocked(actor, user.id)) throw new DomainError("not_found", message("error.no-user"));
  return user;
}

async function findRenamed(db: Ctx["db"], name: string): Promise<User | undefined> {
  const former = await findFormerName(db, name);
  return former && findUser(db, former.userId);
}
