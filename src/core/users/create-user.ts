import { countForSite } from "../../data/counters.ts";
import { dialectOf } from "../../data/dialect.ts";
import type { NewUser } from "../../data/user-columns.ts";
import type { User } from "../../entities/user.ts";
import { findUser, insertUser } from "../../data/users.ts";
import { requireOperator } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { givePerks, type Perk } from "./change-perks.ts";
import { cleanBio, nameTaken } from "./change-profile.ts";
import { cleanEmail } from "./email.ts";
import { cleanPassword, hashPassword } from "./password.ts";
import { cleanUsername } from "./username.ts";

export interface NewAccount {
  username: string;
  email?: string;
  password?: string;
  bio?: string;
  perks?: Perk[];
}

/** Validated, with a hashed password. All that is left is to write the row. */
type PreparedAccount = Omit<NewUser, "id" | "createdAt">;

/** For the operator. Everyone else signs up. */
export async function createUser(ctx: Ctx, input: NewAccount): Promise<User> {
  requireOperator(ctx.actor);
  return addUser(ctx, await prepareUser(ctx, input));
}

/** The slow part, outside any transaction. */
export async function prepareUser(ctx: Ctx, input: NewAccount): Promise<PreparedAccount> {
  const username = cleanUsername(input.username);
  const { email, password } = input;
  return {
    username,
    tag: String(1 + Math.floor(Math.random() * 9999)).padStart(4, "0"),
    // Until a link confirms it.
    newEmail: email === undefined ? undefined : cleanEmail(email),
    bio: cleanBio(input.bio ?? ""),
    passwordHash:
      password === undefined ? undefined : await hashPassword(cleanPassword(password, username), ctx.passwordCost),
    ...givePerks(input.perks ?? [], ctx.now),
  };
}

export async function addUser(tx: Ctx, account: PreparedAccount): Promise<User> {
  const id = tx.ids.next();
  try {
    return await inTransaction(tx, async ({ db }) => {
      await insertUser(db, { ...account, id, createdAt: tx.now });
      await countForSite(db, "users", +1);
      return (await findUser(db, id))!;
    });
  } catch (error) {
    if (!dialectOf(tx.db).isUniqueViolation(error)) throw error;
    throw nameTaken(account.username);
  }
}
