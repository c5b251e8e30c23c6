import { deleteMutedWords, insertMutedWords, listMutedWords } from "../../data/filters.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { cleanText } from "../text.ts";
import { requireLockedUser } from "../users/find-user.ts";
import { wordsKey } from "./wants.ts";

export const MAX_MUTED_TEXT = 60;
/** Every meme of a list is compared with each of them. */
export const MAX_MUTED_WORDS = 100;

/** Leaves memes and comments with this word, or these words in a row, out of the caller's lists. Idempotent. */
export async function muteWords(ctx: Ctx, input: string): Promise<void> {
  const { user } = requireMember(ctx.actor);
  const text = cleanText("muted-words", input, { min: 1, max: MAX_MUTED_TEXT }).trim();
  const key = wordsKey(text);
  if (key === "") throw new DomainError("invalid", message("error.mute-no-words"));
  await inTransaction(ctx, async (tx) => {
    await requireLockedUser(tx, user.id);
    if ((await listMutedWords(tx.db, user.id)).length >= MAX_MUTED_WORDS)
      throw new DomainError("invalid", message("error.many-muted-words", { most: MAX_MUTED_WORDS }));
    await insertMutedWords(tx.db, user.id, { key, text }, ctx.now);
  });
}

/** Idempotent. */
export async function unmuteWords(ctx: Ctx, input: string): Promise<void> {
  const { user } = requireMember(ctx.actor);
  await inTransaction(ctx, ({ db }) => deleteMutedWords(db, user.id, wordsKey(input)));
}
