import { countForSite } from "../../data/counters.ts";
import { dialectOf } from "../../data/dialect.ts";
import type { NewUser, UserRow } from "../../data/schema.ts";
import { findUser, insertUser } from "../../data/users.ts";
import { requireOperator } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { perkColumns, type Perk } from "./change-perks.ts";
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

const NO_PERKS = { verified: 0, staff: 0, translator: 0, service: 0, founder: 0, pro_since: null, pro_until: null };

/** An account whose words are right and whose password is hashed: all that is left to do is to write it down. */
type PreparedAccount = Omit<NewUser, "id" | "created_at">;

/** By the operator; people sign up. */
export async function createUser(ctx: Ctx, input: NewAccount): Promise<UserRow> {
  requireOperator(ctx.actor);
  return addUser(ctx, await prepareUser(ctx, input));
}

/** The part that takes long: outside any transaction. */
export async function prepareUser(ctx: Ctx, input: NewAccount): Promise<PreparedAccount> {
  const username = cleanUsername(input.username);
  const email = input.email === undefined ? null : cleanEmail(input.email);
  return {
    username,
    username_key: username.toLowerCase(),
    tag: String(1 + Math.floor(Math.random() * 9999)).padStart(4, "0"),
    email: null,
    email_key: null,
    // Until a link confirms it.
    new_email: email,
    new_email_key: email?.toLowerCase() ?? null,
    bio: cleanBio(input.bio ?? ""),
    password_hash:
      input.password === undefined
        ? null
        : await hashPassword(cleanPassword(input.password, username), ctx.passwordCost),
    ...NO_PERKS,
    ...perkColumns(input.perks ?? [], ctx.now),
    name_color: null,
    background_color: null,
    background_url: null,
    suspended_at: null,
    meme_count: 0,
    submitted_count: 0,
    follower_count: 0,
    following_count: 0,
  };
}

export async function addUser(tx: Ctx, account: PreparedAccount): Promise<UserRow> {
  const id = tx.ids.next();
  try {
    return await inTransaction(tx, async ({ db }) => {
      await insertUser(db, { ...account, id, created_at: tx.now });
      await countForSite(db, "users", +1);
      return (await findUser(db, id))!;
    });
  } catch (error) {
    if (!dialectOf(tx.db).isUniqueViolation(error)) throw error;
    throw nameTaken(account.username);
  }
}
