import type { User } from "../entities/user.ts";
import type { UserRow } from "./schema.ts";
import { toUser, USER_COLUMNS } from "./user-columns.ts";

type Joined = Readonly<Record<`user_${(typeof USER_COLUMNS)[number]}`, unknown>>;

/** Selects an account beside another row. */
export const JOINED_USER = USER_COLUMNS.map((name) => `users.${name} as user_${name}` as const);

export function joinedUser(row: Joined): User {
  const columns: Record<string, unknown> = {};
  for (const name of USER_COLUMNS) columns[name] = row[`user_${name}`];
  return toUser(columns as UserRow);
}
