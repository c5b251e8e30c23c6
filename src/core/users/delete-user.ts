import { deleteCommentsOfAuthor } from "../../data/comments.ts";
import { countForSite } from "../../data/counters.ts";
import { deleteFollowsOf } from "../../data/follows.ts";
import { countForMeme, listMemesOfAuthor, lockMeme } from "../../data/memes.ts";
import { deleteNotifications } from "../../data/notifications.ts";
import { deleteRating, listRatingsOfUser } from "../../data/ratings.ts";
import { deleteStandingsOf } from "../../data/standings.ts";
import { countForUser, deleteUser as deleteUserRow } from "../../data/users.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { deleteMemeRows } from "../memes/delete-meme.ts";
import { deleteDiscarded } from "../memes/discard-image.ts";
import { countRating } from "../ratings/count-rating.ts";
import { findUserBy } from "./find-user.ts";

/** Takes along all that the account made, and puts every counter right, in one transaction; then the images. */
export async function deleteUser(ctx: Ctx, idOrName: string): Promise<{ username: string; memes: number }> {
  const { user, memes } = await inTransaction(ctx, async (tx) => {
    const user = await findUserBy(tx, idOrName);
    const memes = await listMemesOfAuthor(tx.db, user.id);
    for (const meme of memes) await deleteMemeRows(tx, meme);
    await deleteRatings(tx, user.id);
    await deleteStandingsOf(tx.db, user.id);
    await deleteNotifications(tx.db, { senderId: user.id });
    await deleteNotifications(tx.db, { userId: user.id });
    for (const memeId of await deleteCommentsOfAuthor(tx.db, user.id))
      await countForMeme(tx.db, memeId, { comments: -1 });
    const { followed, followers } = await deleteFollowsOf(tx.db, user.id);
    for (const id of followed) await countForUser(tx.db, id, { follower_count: -1 });
    for (const id of followers) await countForUser(tx.db, id, { following_count: -1 });
    await deleteUserRow(tx.db, user.id); // its keys and integrations go with it
    await countForSite(tx.db, "users", -1);
    return { user, memes };
  });
  await deleteDiscarded(ctx, memes);
  return { username: user.username, memes: memes.length };
}

async function deleteRatings(tx: Ctx, userId: string) {
  for (const { meme_id } of await listRatingsOfUser(tx.db, userId)) {
    const meme = await lockMeme(tx.db, meme_id);
    // It may have been replaced since it was listed: only what is really taken away counts.
    const before = await deleteRating(tx.db, meme_id, userId);
    if (meme && before) await countRating(tx, meme, { before });
  }
}
