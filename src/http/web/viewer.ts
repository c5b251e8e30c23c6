import type { User } from "../../entities/user.ts";

/** The signed-in person viewing a page. Pages that manage the account receive the rest of it as props. */
export interface Viewer extends Pick<
  User,
  "id" | "username" | "staff" | "translator" | "founder" | "avatarDrawing" | "avatarKey"
> {
  hasPassword: boolean;
  /** Has claimed an address but never confirmed one. */
  hasOnlyUnconfirmedEmail: boolean;
  /** What the bell counts. */
  news: number;
  proSince: number | undefined;
  proUntil: number | undefined;
}

export const viewerOf = (user: User, news: number): Viewer => ({
  id: user.id,
  username: user.username,
  staff: user.staff,
  translator: user.translator,
  founder: user.founder,
  avatarDrawing: user.avatarDrawing,
  avatarKey: user.avatarKey,
  hasPassword: user.hasPassword,
  hasOnlyUnconfirmedEmail: user.newEmail !== undefined && user.email === undefined,
  news,
  proSince: user.proSince,
  proUntil: user.proUntil,
});
