import { deleteNotifications } from "../../data/notifications.ts";
import { deleteRating } from "../../data/ratings.ts";
import { requireMember } from "../access.ts";
import { inFreeingTransaction, type Ctx } from "../ctx.ts";
import { lockVisibleMeme } from "../memes/find-visible-meme.ts";
import { countRating } from "./count-rating.ts";

/** Idempotent. Afterwards it is as if the rating had never been given. */
export async function takeRatingBack(ctx: Ctx, memeId: string): Promise<void> {
  const { user } = requireMember(ctx.actor);
  await inFreeingTransaction(ctx, async (tx) => {
    const meme = await lockVisibleMeme(tx, memeId);
    const before = await deleteRating(tx.db, meme.id, user.id);
    if (!before) return;
    await deleteNotifications(tx.db, { kind: "rating", memeId: meme.id, senderId: user.id });
    await countRating(tx, meme, { before });
  });
}
