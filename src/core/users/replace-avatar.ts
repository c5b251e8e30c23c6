import { replaceAvatarLooks } from "../../data/avatar-looks.ts";
import { updateUser } from "../../data/users.ts";
import type { Thirds } from "../../entities/look.ts";
import type { Avatar, User } from "../../entities/user.ts";
import type { Ctx } from "../ctx.ts";
import { chargeSpace } from "../memes/quotas.ts";
import { discardAvatar } from "./discard-avatar.ts";
import { requireLockedUser } from "./find-user.ts";

interface Replaced {
  user: User;
  /** Key of the picture that is no longer in use, if there was one. */
  replaced: string | undefined;
}

/** In a transaction: a person looks like this from now on. What is not named stays as it is. */
export async function replaceAvatar(
  tx: Ctx,
  id: string,
  avatar: Partial<Avatar> & Pick<Avatar, "avatarBytes" | "avatarKey">,
  looks: readonly Thirds[] = [],
): Promise<Replaced> {
  const before = await requireLockedUser(tx, id);
  await updateUser(tx.db, id, avatar);
  const bytes = avatar.avatarBytes - before.avatarBytes;
  if (bytes !== 0) await chargeSpace(tx, before, bytes);
  if (before.avatarKey) await discardAvatar(tx, before.avatarKey);
  await replaceAvatarLooks(tx.db, id, looks);
  return { user: { ...before, ...avatar, storedBytes: before.storedBytes + bytes }, replaced: before.avatarKey };
}
