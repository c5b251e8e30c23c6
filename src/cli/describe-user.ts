import { isPro, isSuspended } from "../core/access.ts";
import { PERKS } from "../core/users/change-perks.ts";
import type { User } from "../entities/user.ts";
import { iso } from "./moment.ts";

export function perkNames(user: User, now: number): string[] {
  return PERKS.filter((perk) => (perk === "pro" ? isPro(user, now) : user[perk]));
}

export function describeUser(user: User, now: number) {
  const perks = perkNames(user, now);
  const json = {
    id: user.id,
    username: user.username,
    tag: user.tag,
    email: user.email ?? null,
    email_confirmed: iso(user.emailConfirmedAt),
    unconfirmed_email: user.newEmail ?? null,
    bio: user.bio,
    perks,
    pro: user.proSince === undefined ? null : { since: iso(user.proSince), expires: iso(user.proUntil) },
    stats: { memes: user.memeCount, followers: user.followerCount, following: user.followingCount },
    suspended: isSuspended(user, now),
    suspension: isSuspended(user, now) ? suspensionOf(user) : null,
    joined: iso(user.createdAt),
  };
  const lines = [
    `${user.username}#${user.tag}  id ${user.id}`,
    `  joined     ${json.joined}`,
    `  email      ${emailOf(user)}`,
    `  perks      ${perks.join(", ") || "none"}${json.pro?.expires ? ` (pro until ${json.pro.expires})` : ""}`,
    `  memes      ${user.memeCount} shown, ${user.submittedCount - user.memeCount} disabled`,
    `  followers  ${user.followerCount}, following ${user.followingCount}`,
    `  suspended  ${json.suspension ? sayingOf(json.suspension) : "no"}`,
  ];
  return { json, text: lines.join("\n") };
}

const emailOf = ({ email, newEmail }: User) =>
  [email, newEmail && `${newEmail} (not confirmed)`].filter(Boolean).join(", ") || "none";

const suspensionOf = (user: User) => ({
  since: iso(user.suspendedAt),
  until: iso(user.suspendedUntil),
  reason: user.suspendedReason,
});

const sayingOf = ({ since, until, reason }: ReturnType<typeof suspensionOf>) =>
  `since ${since}${until ? ` until ${until}` : ""}${reason ? `: ${reason}` : ""}`;
