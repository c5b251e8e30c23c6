import { avatarLooks } from "../../data/avatar-looks.ts";
import { lockUsers } from "../../data/users.ts";
import type { BannedPicture } from "../../entities/banned-picture.ts";
import type { User } from "../../entities/user.ts";
import { DomainError } from "../../errors.ts";
import { MAX_DIFFERENCE, thirdsOfFile } from "../../images/similarity.ts";
import { message } from "../../words/messages.ts";
import { isStaff, standsAbove } from "../access.ts";
import { listNear } from "../copies/near-families.ts";
import { inFreeingTransaction, type Ctx } from "../ctx.ts";
import { notifyPerson } from "../notifications/notify-person.ts";
import { cleanText } from "../text.ts";
import { deleteDiscardedAvatar } from "../users/discard-avatar.ts";
import { findUserBy } from "../users/find-user.ts";
import { replaceAvatar } from "../users/replace-avatar.ts";
import { MAX_NOTE } from "./hide-meme.ts";
import { recordAct } from "./record-act.ts";

/** Looked at for one ban. */
const MAX_AVATARS = 100;

/** Staff remove the picture that somebody shows of themselves. The person is told why, and is drawn from now on. */
export async function removeAvatarOf(ctx: Ctx, input: { user: string; reason: string }): Promise<User> {
  if (!isStaff(ctx.actor)) throw new DomainError("not_allowed", message("error.staff-remove-avatars"));
  const reason = cleanText("reason", input.reason.trim(), { min: 1, max: MAX_NOTE });
  const { user, replaced } = await inFreeingTransaction(ctx, async (tx) => {
    const found = await findUserBy(tx, input.user);
    if (!standsAbove(tx.actor, found)) throw new DomainError("not_allowed", message("error.avatar-of-staff"));
    return takeAvatar(tx, found.id, reason);
  });
  if (!replaced) throw new DomainError("invalid", message("error.no-avatar-picture"));
  await deleteDiscardedAvatar(ctx, replaced);
  return user;
}

/** In the transaction of a ban: whoever shows the banned picture is drawn again. Returns the keys of what they showed. */
export async function removeBannedAvatars(tx: Ctx, ban: BannedPicture): Promise<string[]> {
  const exact = await avatarLooks.listExactly(tx.db, thirdsOfFile(ban.imageHash));
  const near = await listNear(tx.db, avatarLooks.listWith, ban.perceptualHashes, MAX_DIFFERENCE);
  const removed: string[] = [];
  // All people before the site's total of bytes, which each of them changes.
  const people = await lockUsers(tx.db, [...new Set([...exact, ...near])].slice(0, MAX_AVATARS));
  for (const { id } of people) {
    const { replaced } = await takeAvatar(tx, id, ban.reason);
    if (replaced) removed.push(replaced);
  }
  return removed;
}

async function takeAvatar(tx: Ctx, userId: string, reason: string) {
  const taken = await replaceAvatar(tx, userId, { avatarKey: undefined, avatarBytes: 0 });
  if (taken.replaced) {
    await recordAct(tx, { kind: "remove-avatar", user: taken.user, note: reason });
    await notifyPerson(tx, userId, message("moderation.told-avatar", { reason }));
  }
  return taken;
}
