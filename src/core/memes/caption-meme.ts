import { insertEvent } from "../../data/events.ts";
import { updateWords } from "../../data/memes.ts";
import { tagMeme } from "../../data/tags.ts";
import type { Meme } from "../../entities/meme.ts";
import { refuseGuests } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { cleanText } from "../text.ts";
import { lockEditableMeme } from "./find-visible-meme.ts";
import { reindexMeme } from "./enlist-meme.ts";

export const MAX_CAPTION = 500;
export const MAX_ALT = 1000;
export const cleanCaption = (text: string) => cleanText("caption", text, { max: MAX_CAPTION, field: "caption" });
export const cleanAlt = (text: string) => cleanText("picture-description", text, { max: MAX_ALT, field: "alt" });

/** Omitted fields stay as they are. */
export async function captionMeme(ctx: Ctx, input: { memeId: string; caption: string; alt?: string }) {
  refuseGuests(ctx.actor);
  const caption = cleanCaption(input.caption);
  const alt = input.alt === undefined ? undefined : cleanAlt(input.alt);
  return inTransaction(ctx, async (tx) => {
    // Takes a row lock, so that nobody hides the meme before its new words are indexed.
    const meme = await lockEditableMeme(tx, input.memeId);
    const words = { caption, alt: alt ?? meme.alt };
    await updateWords(tx.db, meme.id, words);
    if (!meme.disabled) {
      await refind(tx, { ...meme, ...words }, meme);
      await insertEvent(tx.db, "edited", meme, [meme.caption, caption]);
    }
    return { caption, oldCaption: meme.caption };
  });
}

/** By its tags and words. */
async function refind({ db }: Ctx, meme: Meme, before: Meme): Promise<void> {
  await tagMeme(db, meme);
  await reindexMeme(db, meme, before);
}
