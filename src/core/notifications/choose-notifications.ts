import type { User } from "../../entities/user.ts";
import { updateUser } from "../../data/users.ts";
import { NOTIFICATION_KINDS, type NotificationKind } from "../../entities/notification.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";

/** Kinds people can turn off. Messages from the people who run the site always get through. */
export const CHOICES = ["rating", "follow", "comment", "remix", "report"] as const satisfies NotificationKind[];
export type Choice = (typeof CHOICES)[number];

/** Its bit in users.muted. */
const bitOf = (kind: Choice) => 1 << NOTIFICATION_KINDS.indexOf(kind);

export const isNotifiedOf = ({ muted }: Pick<User, "muted">, kind: Choice) => (muted & bitOf(kind)) === 0;

/** Kinds somebody has not turned off. */
export const wantedBy = (user: Pick<User, "muted">) => CHOICES.filter((kind) => isNotifiedOf(user, kind));

/** Affects new notifications only. */
export async function chooseNotifications(ctx: Ctx, wanted: readonly Choice[]): Promise<void> {
  const { user } = requireMember(ctx.actor);
  const unwanted = CHOICES.filter((kind) => !wanted.includes(kind));
  const muted = unwanted.reduce((mask, kind) => mask | bitOf(kind), 0);
  await updateUser(ctx.db, user.id, { muted });
}
