import type { User } from "../entities/user.ts";
import type { ApiKey, KeyPermission } from "../entities/api-key.ts";
import type { Comment } from "../entities/comment.ts";
import type { Meme } from "../entities/meme.ts";
import { message, type Message } from "../words/messages.ts";
import type { Actor, Member } from "./ctx.ts";
import { DomainError } from "../errors.ts";

/** Permissions a key can have besides "Write". */
export const PERMISSIONS = ["Ratings", "View Integrations"] as const satisfies KeyPermission[];
export type Permission = (typeof PERMISSIONS)[number];

/** Who may use a route. All but the first are signed in; those after "member" need a perk. */
export const AUDIENCES = ["anyone", "member", "staff", "translator", "founder"] as const;
export type Audience = (typeof AUDIENCES)[number];

/** What a route requires of its caller. */
export interface Access {
  access: Audience;
  /** Required on top of membership. A session has all permissions of its account; a key has those it was given. */
  needs?: readonly (KeyPermission | "Pro")[];
}

/** The part of an actor that permissions need. Pages know no more about their viewers. */
export type PossibleActor =
  { kind: "guest" | "system" } | { kind: "member"; user: Pick<User, "id" | "staff" | "founder"> };

export const isAuthor = (actor: PossibleActor, work: { authorId: string }) =>
  actor.kind === "member" && actor.user.id === work.authorId;

export const canSee = (actor: Actor, meme: Pick<Meme, "authorId" | "disabled">) =>
  meme.disabled ? isAuthor(actor, meme) || actor.kind === "system" : !isBlocked(actor, meme.authorId);

/** Neither sees the other, whoever blocked whom. */
export const isBlocked = (actor: Actor, userId: string): boolean =>
  actor.kind === "member" &&
  actor.filter !== undefined &&
  (actor.filter.blocked.has(userId) || hasBlocked(actor, userId));

/** Whether this person has blocked the caller. Nobody can hide from the people who run the site. */
export const hasBlocked = (actor: Actor, userId: string): boolean =>
  actor.kind === "member" && actor.filter?.blockedBy.has(userId) === true && !actor.user.staff && !actor.user.founder;

export const canEdit = (actor: PossibleActor, meme: Pick<Meme, "authorId">) =>
  isAuthor(actor, meme) || actor.kind === "system";

export const isStaff = (actor: PossibleActor) =>
  actor.kind === "system" || (actor.kind === "member" && actor.user.staff);

/** Staff cannot act on each other. Only founders and the operator stand above them, and nobody stands above themselves. */
export const standsAbove = (actor: PossibleActor, user: Pick<User, "id" | "staff" | "founder">) =>
  actor.kind === "system" ||
  (actor.kind === "member" && actor.user.id !== user.id && (actor.user.founder || (!user.staff && !user.founder)));

/** Callers may not judge reports about themselves, or people would think twice before reporting staff. */
export const partyOf = (actor: Actor): string | undefined =>
  actor.kind === "member" && !actor.user.founder ? actor.user.id : undefined;

/** Required before moderating other people's content. */
export function requireStaff(actor: Actor): void {
  if (!isStaff(actor)) throw new DomainError("not_allowed", message("error.staff-moderate"));
}

/** Founders on the website, and the operator. */
export function requireFounder(actor: Actor): void {
  if (actor.kind === "system" || (actor.kind === "member" && actor.user.founder)) return;
  throw new DomainError("not_allowed", message("error.founders-only"));
}

/** The operator only: the command line or a job. */
export function requireOperator(actor: Actor): void {
  if (actor.kind !== "system") throw new DomainError("not_allowed", message("error.operator-only"));
}

/** Members and the operator. Each verb decides the rest. */
export function refuseGuests(actor: Actor): void {
  if (actor.kind === "guest") throw new DomainError("not_signed_in", message("error.needs-account"));
}

export const canDelete = (actor: PossibleActor, meme: Pick<Meme, "authorId">) => canEdit(actor, meme) || isStaff(actor);

/** Keys cannot revoke keys: see requirePerson. */
export const canRevoke = (actor: Actor, key: Pick<ApiKey, "userId">) =>
  actor.kind === "system" || (actor.kind === "member" && (actor.user.founder || actor.user.id === key.userId));

export const canDeleteComment = (
  actor: PossibleActor,
  comment: Pick<Comment, "authorId">,
  meme: Pick<Meme, "authorId">,
) => isAuthor(actor, comment) || isAuthor(actor, meme) || isStaff(actor);

export const isPro = (user: Pick<User, "proSince" | "proUntil">, now: number) =>
  user.proSince !== undefined && (user.proUntil === undefined || user.proUntil > now);

/** Ends automatically; with no end date it lasts until lifted. */
export const isSuspended = (user: Pick<User, "suspendedAt" | "suspendedUntil">, now: number) =>
  user.suspendedAt !== undefined && (user.suspendedUntil === undefined || user.suspendedUntil > now);

/** The refusal says why and until when, as far as known. */
export function requireNotSuspended(user: User, now: number): void {
  if (isSuspended(user, now)) throw new DomainError("suspended", suspension(user));
}

function suspension({ suspendedUntil, suspendedReason: reason }: User): Message {
  const until = suspendedUntil === undefined ? undefined : new Date(suspendedUntil);
  if (until && reason) return message("error.suspended-until-because", { until, reason });
  if (until) return message("error.suspended-until", { until });
  return reason ? message("error.suspended-because", { reason }) : message("error.suspended");
}

/** A session may do everything its account may; a key only what it was given. */
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
