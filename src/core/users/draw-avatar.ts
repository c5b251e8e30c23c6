import type { User } from "../../entities/user.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { drawingName, drawingOf, parseDrawing } from "./avatar.ts";
import { deleteDiscardedAvatar } from "./discard-avatar.ts";
import { replaceAvatar } from "./replace-avatar.ts";

/** The caller's own, in place of a picture. Parts that are not named stay as they are. */
export async function drawAvatar(
  ctx: Ctx,
  parts: { face?: string | undefined; color?: string | undefined; hat?: string | undefined },
): Promise<User> {
  const { user: before } = requireMember(ctx.actor);
  const now = drawingOf(before);
  const chosen = [parts.face ?? now.face, parts.color ?? now.color, parts.hat ?? now.hat].join("-");
  const drawing = parseDrawing(chosen);
  if (!drawing) throw new DomainError("invalid", message("error.no-such-avatar"));
  const { user, replaced } = await inTransaction(ctx, (tx) =>
    replaceAvatar(tx, before.id, { avatarDrawing: drawingName(drawing), avatarKey: undefined, avatarBytes: 0 }),
  );
  if (replaced) await deleteDiscardedAvatar(ctx, replaced);
  return user;
}
