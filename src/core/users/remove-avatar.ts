import type { User } from "../../entities/user.ts";
import { requireMember } from "../access.ts";
import { inFreeingTransaction, type Ctx } from "../ctx.ts";
import { deleteDiscardedAvatar } from "./discard-avatar.ts";
import { replaceAvatar } from "./replace-avatar.ts";

/** The caller looks as on their first day. Idempotent. */
export async function removeAvatar(ctx: Ctx): Promise<User> {
  const { id } = requireMember(ctx.actor).user;
  const nothing = { avatarDrawing: undefined, avatarKey: undefined, avatarBytes: 0 };
  const { user, replaced } = await inFreeingTransaction(ctx, (tx) => replaceAvatar(tx, id, nothing));
  if (replaced) await deleteDiscardedAvatar(ctx, replaced);
  return user;
}
