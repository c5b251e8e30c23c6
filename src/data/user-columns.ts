import type { Insertable, Updateable } from "kysely";

import type { PublicUser, User } from "../entities/user.ts";
import type { UserRow } from "./schema.ts";
import type { UsersTable } from "./tables/people.ts";

/** What everyone may know. */
export const PUBLIC_USER_COLUMNS = [
  "id",
  "username",
  "bio",
  "verified",
  "staff",
  "translator",
  "service",
  "founder",
  "pro_since",
  "pro_until",
  "name_color",
  "background_color",
  "background_url",
  "meme_count",
  "follower_count",
  "following_count",
  "created_at",
] as const satisfies readonly (keyof UserRow)[];

export const USER_COLUMNS = [
  ...PUBLIC_USER_COLUMNS,
  "tag",
  "email",
  "email_confirmed_at",
  "new_email",
  "password_hash",
  "avatar_drawing",
  "avatar_key",
  "avatar_bytes",
  "suspended_at",
  "suspended_until",
  "suspended_reason",
  "submitted_count",
  "notification_count",
  "unseen_count",
  "muted",
  "approved_count",
  "stored_bytes",
  "posts_full_at",
  "language",
  "shows_mature",
] as const satisfies readonly (keyof UserRow)[];

export const toPublicUser = (row: Pick<UserRow, (typeof PUBLIC_USER_COLUMNS)[number]>): PublicUser => ({
  id: row.id,
  username: row.username,
  bio: row.bio,
  verified: row.verified === 1,
  staff: row.staff === 1,
  translator: row.translator === 1,
  service: row.service === 1,
  founder: row.founder === 1,
  proSince: row.pro_since ?? undefined,
  proUntil: row.pro_until ?? undefined,
  nameColor: row.name_color ?? undefined,
  backgroundColor: row.background_color ?? undefined,
  backgroundUrl: row.background_url ?? undefined,
  memeCount: row.meme_count,
  followerCount: row.follower_count,
  followingCount: row.following_count,
  createdAt: row.created_at,
});

export const toUser = (row: Pick<UserRow, (typeof USER_COLUMNS)[number]>): User => ({
  ...toPublicUser(row),
  tag: row.tag,
  email: row.email ?? undefined,
  emailConfirmedAt: row.email_confirmed_at ?? undefined,
  newEmail: row.new_email ?? undefined,
  hasPassword: row.password_hash !== null,
  avatarDrawing: row.avatar_drawing ?? undefined,
  avatarKey: row.avatar_key ?? undefined,
  avatarBytes: row.avatar_bytes,
  suspendedAt: row.suspended_at ?? undefined,
  suspendedUntil: row.suspended_until ?? undefined,
  suspendedReason: row.suspended_reason,
  submittedCount: row.submitted_count,
  notificationCount: row.notification_count,
  unseenCount: row.unseen_count,
  muted: row.muted,
  approvedCount: row.approved_count,
  storedBytes: row.stored_bytes,
  postsFullAt: row.posts_full_at,
  language: row.language ?? undefined,
  showsMature: row.shows_mature === 1,
});

/** Changes to an account. Fields set to undefined are cleared. */
export type UserChange = Partial<Omit<User, "id" | "hasPassword" | "createdAt">> & {
  passwordHash?: string | undefined;
};

export type NewUser = UserChange & Pick<User, "id" | "username" | "tag" | "bio" | "createdAt">;

const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const valueOf = (value: string | number | boolean | undefined) =>
  value === undefined ? null : typeof value === "boolean" ? Number(value) : value;

/** Names and addresses are unique in lower case. */
const KEYED = new Map([
  ["username", "username_key"],
  ["email", "email_key"],
  ["newEmail", "new_email_key"],
]);

export function changeColumns(change: UserChange): Updateable<UsersTable> {
  const columns: Record<string, string | number | null> = {};
  for (const [name, value] of Object.entries(change)) {
    columns[columnOf(name)] = valueOf(value);
    const key = KEYED.get(name);
    if (key) columns[key] = typeof value === "string" ? value.toLowerCase() : null;
  }
  return columns;
}

const NOTHING: UserChange = {
  email: undefined,
  newEmail: undefined,
  passwordHash: undefined,
  verified: false,
  staff: false,
  translator: false,
  service: false,
  founder: false,
  proSince: undefined,
  proUntil: undefined,
  nameColor: undefined,
  backgroundColor: undefined,
  backgroundUrl: undefined,
  suspendedAt: undefined,
  memeCount: 0,
  submittedCount: 0,
  followerCount: 0,
  followingCount: 0,
};

export const newUserColumns = (user: NewUser) =>
  changeColumns({ ...NOTHING, ...user }) as unknown as Insertable<UsersTable>;

export type UserCounter =
  | "memeCount"
  | "submittedCount"
  | "followerCount"
  | "followingCount"
  | "notificationCount"
  | "unseenCount"
  | "approvedCount"
  | "storedBytes"
  | "postsFullAt";

export const counterColumn = (name: UserCounter): string => columnOf(name);
