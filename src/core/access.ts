import type { User } from "../entities/user.ts";
import type { ApiKey, KeyPermission } from "../entities/api-key.ts";
import type { Comment } from "../entities/comment.ts";
import type { Meme } from "../entities/meme.ts";
import { message, type Message } from "../words/messages.ts";
import type { Actor, Member } from "./ctx.ts";
import { DomainError } from "../errors.ts";

/** What a key may be given besides "Write". */
export const PERMISSIONS = ["Ratings", "View Integrations"] as const satisfies KeyPermission[];
export type Permission = (typeof PERMISSIONS)[number];

/** Who may use a route: all but the first are signed in, and those after "member" have a perk. */
export const AUDIENCES = ["anyone", "member", "staff", "translator", "founder"] as const;
export type Audience = (typeof AUDIENCES)[number];

/** What a route of any face asks of its caller. */
export interface Access {
  access: Audience;
  /** What a member needs as well. A session has all permissions of its account; a key has those it was given. */
  needs?: readonly (KeyPermission | "Pro")[];
}

export const isAuthor = (actor: Actor, work: { authorId: string }) =>
  actor.kind === "member" && actor.user.id === work.authorId;

export const canSee = (actor: Actor, meme: Pick<Meme, "authorId" | "disabled">) =>
  !meme.disabled || isAuthor(actor, meme) || actor.kind === "system";

export const canEdit = (actor: Actor, meme: Pick<Meme, "authorId">) => isAuthor(actor, meme) || actor.kind === "system";

export const isStaff = (actor: Actor) => actor.kind === "system" || (actor.kind === "member" && actor.user.staff);

/** Staff keep each other in their places; only who founded the site, or runs it, stands above them. Nobody above himself. */
export const standsAbove = (actor: Actor, user: Pick<User, "id" | "staff" | "founder">) =>
  actor.kind === "system" ||
  (actor.kind === "member" && actor.user.id !== user.id && (actor.user.founder || (!user.staff && !user.founder)));

/** Whose work this caller may not judge: his own, or people would think twice before they report staff. */
export const partyOf = (actor: Actor): string | undefined =>
  actor.kind === "member" && !actor.user.founder ? actor.user.id : undefined;

/** Before anything that only staff may do with what others made. */
export function requireStaff(actor: Actor): void {
  if (!isStaff(actor)) throw new DomainError("not_allowed", message("error.staff-moderate"));
}

/** For founders at the website, and for the operator. */
export function requireFounder(actor: Actor): void {
  if (actor.kind === "system" || (actor.kind === "member" && actor.user.founder)) return;
  throw new DomainError("not_allowed", message("error.founders-only"));
}

/** For the operator alone: at the command line, or through a job. */
export function requireOperator(actor: Actor): void {
  if (actor.kind !== "system") throw new DomainError("not_allowed", message("error.operator-only"));
}

/** For members and the operator; what exactly they may do is decided by what they ask for. */
export function refuseGuests(actor: Actor): void {
  if (actor.kind === "guest") throw new DomainError("not_signed_in", message("error.needs-account"));
}

export const canDelete = (actor: Actor, meme: Pick<Meme, "authorId">) => canEdit(actor, meme) || isStaff(actor);

/** A key cannot revoke keys: see requirePerson. */
export const canRevoke = (actor: Actor, key: Pick<ApiKey, "userId">) =>
  actor.kind === "system" || (actor.kind === "member" && (actor.user.founder || actor.user.id === key.userId));

export const canDeleteComment = (actor: Actor, comment: Pick<Comment, "authorId">, meme: Pick<Meme, "authorId">) =>
  isAuthor(actor, comment) || isAuthor(actor, meme) || isStaff(actor);

export const isPro = (user: Pick<User, "proSince" | "proUntil">, now: number) =>
  user.proSince !== undefined && (user.proUntil === undefined || user.proUntil > now);

/** It ends by itself; without an end it lasts until it is lifted. */
export const isSuspended = (user: Pick<User, "suspendedAt" | "suspendedUntil">, now: number) =>
  user.suspendedAt !== undefined && (user.suspendedUntil === undefined || user.suspendedUntil > now);

/** Says why, and until when, as far as it was said. */
export function requireNotSuspended(user: User, now: number): void {
  if (isSuspended(user, now)) throw new DomainError("suspended", suspension(user));
}

function suspension({ suspendedUntil, suspendedReason: reason }: User): Message {
  const until = suspendedUntil === undefined ? undefined : new Date(suspendedUntil);
  if (until && reason) return message("error.suspended-until-because", { until, reason });
  if (until) return message("error.suspended-until", { until });
  return reason ? message("error.suspended-because", { reason }) : message("error.suspended");
}

/** A person at the website may do all that the account may; a key only what it was given. */
export const hasPermission = ({ via }: Member, permission: KeyPermission): boolean =>
  via === "session" || via.permissions.includes(permission);

export function requireMember(actor: Actor): Member {
  if (actor.kind !== "member") throw new DomainError("not_signed_in", message("error.needs-account"));
  return actor;
}

export function requireAccess(actor: Actor, { access, needs }: Access, now: number): void {
  if (access === "anyone") return;
  const member = requireMember(actor);
  requireNotSuspended(member.user, now);
  if (needs) for (const need of needs) requireNeed(member, need, now);
  if (access !== "member" && !member.user[access]) throw new DomainError("not_allowed", message(PERK_NEEDED[access]));
}

const PERK_NEEDED = {
  staff: "error.staff-only",
  translator: "error.translators-only",
  founder: "error.founders-only",
} as const;

function requireNeed(member: Member, need: KeyPermission | "Pro", now: number): void {
  if (need === "Pro") {
    if (!isPro(member.user, now)) throw new DomainError("needs_pro", message("error.needs-pro"));
  } else if (!hasPermission(member, need)) {
    if (need === "Write")
      throw new DomainError("read_only_key", "This API key is read-only. Use one with the permission 'Write'.");
    throw new DomainError("needs_permission", `This API key lacks the permission '${need}'.`);
  }
}
