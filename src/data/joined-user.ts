import type { PublicUser, User } from "../entities/user.ts";
import type { UserRow } from "./schema.ts";
import { PUBLIC_USER_COLUMNS, toPublicUser, toUser, USER_COLUMNS } from "./user-columns.ts";

type Shared = "id" | "created_at";

/** Selects an account beside a row of another table, which has these two columns too. */
const besideOther = <C extends keyof UserRow>(columns: readonly C[]) => [
  "users.created_at as user_created_at" as const,
  ...columns
    .filter((name): name is Exclude<C, Shared> => name !== "id" && name !== "created_at")
    .map((name) => `users.${name}` as const),
];

export const JOINED_USER = besideOther(USER_COLUMNS);

/**
 * The runtime is a good deal slower with rows of more than 64 columns. A meme has 81 with all of its author, and 61 with
 * these.
 */
export const JOINED_PUBLIC_USER = besideOther(PUBLIC_USER_COLUMNS);

/** Takes the row apart: read everything else from it first. A copy of so many columns would cost as much as the join. */
export const takeUser = (row: { user_created_at: number }, id: string): User => toUser(asUser(row, id));
export const takePublicUser = (row: { user_created_at: number }, id: string): PublicUser =>
  toPublicUser(asUser(row, id));

const asUser = (row: { user_created_at: number }, id: string) =>
  Object.assign(row, { id, created_at: row.user_created_at }) as unknown as UserRow;
