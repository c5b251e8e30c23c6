import { countForSite } from "../../data/counters.ts";
import { dialectOf } from "../../data/dialect.ts";
import type { UserRow } from "../../data/schema.ts";
import { findUser, insertUser } from "../../data/users.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../errors.ts";
import { perkColumns, type Perk } from "./change-perks.ts";
import { cleanBio, nameTaken } from "./change-profile.ts";
import { cleanUsername } from "./username.ts";

export interface NewAccount {
  username: string;
  email?: string;
  password?: string;
  bio?: string;
  perks?: Perk[];
}

const NO_PERKS = { verified: 0, staff: 0, translator: 0, service: 0, founder: 0, pro_since: null, pro_until: null };

export async function createUser(ctx: Ctx, input: NewAccount): Promise<UserRow> {
  const username = cleanUsername(input.username);
  const email = input.email === undefined ? null : cleanEmail(input.email);
  const bio = cleanBio(input.bio ?? "");
  const password_hash = input.password === undefined ? null : await hashPassword(input.password);
  const id = ctx.ids.next();
  try {
    return await inTransaction(ctx, async ({ db }) => {
      await insertUser(db, {
        id,
        username,
        username_key: username.toLowerCase(),
        tag: String(1 + Math.floor(Math.random() * 9999)).padStart(4, "0"),
        email,
        email_key: email?.toLowerCase() ?? null,
        password_hash,
        bio,
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
        created_at: ctx.now,
      });
      await countForSite(db, "users", +1);
      return (await findUser(db, id))!;
    });
  } catch (error) {
    if (!dialectOf(ctx.db).isUniqueViolation(error)) throw error;
    if (!/email/.test(String(error))) throw nameTaken(username);
    throw new DomainError("invalid", `The email address ${email} is taken; choose another.`);
  }
}

function cleanEmail(email: string): string {
  if (email.length > 254 || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw new DomainError("invalid", "The email address is not one: give something like name@example.org.");
  return email;
}

async function hashPassword(password: string): Promise<string> {
  if (password.length < 8) throw new DomainError("invalid", "A password has at least 8 characters.");
  if (password.length > 1000) throw new DomainError("invalid", "A password has at most 1000 characters.");
  return Bun.password.hash(password, "argon2id");
}
