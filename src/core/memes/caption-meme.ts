import { updateCaption } from "../../data/memes.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { cleanText } from "../text.ts";
import { lockEditableMeme } from "./find-visible-meme.ts";
import { reindexMeme } from "./listing.ts";

export const MOST_CAPTION = 500;
export const cleanCaption = (text: string) => cleanText("caption", text, { most: MOST_CAPTION });

export async function captionMeme(ctx: Ctx, input: { memeId: string; caption: string }) {
  const caption = cleanCaption(input.caption);
  return inTransaction(ctx, async (tx) => {
    // Locked, so that nobody hides it between our look and its new words in the search.
    const meme = await lockEditableMeme(tx, input.memeId);
    await updateCaption(tx.db, meme.id, caption);
    if (!meme.disabled) await reindexMeme(tx.db, { ...meme, caption });
    return { caption, oldCaption: meme.caption };
  });
}
