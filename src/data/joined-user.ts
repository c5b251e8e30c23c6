import type { User } from "../entities/user.ts";
import type { UserRow } from "./schema.ts";
import { toUser, USER_COLUMNS } from "./user-columns.ts";

type Column = Exclude<(typeof USER_COLUMNS)[number], "id" | "created_at">;

/** Selects an account beside a row of another table, which has these two columns too. */
export const JOINED_USER = [
  "users.created_at as user_created_at" as const,
  ...USER_COLUMNS.filter((name): name is Column => name !== "id" && name !== "created_at").map(
    (name) => `users.${name}` as const,
  ),
];

/** Takes the row apart: read everything else from it first. A copy of so many columns would cost as much as the join. */
export const takeUser = (row: { user_created_at: unknown }, id: string): User =>
  toUser(Object.assign(row, { id, created_at: row.user_created_at }) as unknown as UserRow);
