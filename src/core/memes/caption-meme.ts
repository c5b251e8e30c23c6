import { updateCaption } from "../../data/memes.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { cleanText } from "../text.ts";
import { findEditableMeme } from "./find-visible-meme.ts";

export const MOST_CAPTION = 500;
export const cleanCaption = (text: string) => cleanText("caption", text, { most: MOST_CAPTION });

export async function captionMeme(ctx: Ctx, input: { memeId: string; caption: string }) {
  const caption = cleanCaption(input.caption);
  return inTransaction(ctx, async (tx) => {
    const meme = await findEditableMeme(tx, input.memeId);
    await updateCaption(tx.db, meme.id, caption);
    return { caption, oldCaption: meme.caption };
  });
}
