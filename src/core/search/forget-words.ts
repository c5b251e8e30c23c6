import { dialectOf } from "../../data/dialect.ts";
import { readFact, writeFact } from "../../data/site.ts";
import { deleteWords, listWords } from "../../data/spelling.ts";
import { requireOperator } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";

const BATCH = 100;
/** Words looked at in one run, at most. The next one goes on from there. */
const MAX_WORDS = 20_000;
const CHECKED = "words_checked_up_to";

/**
 * Deletes words that no meme has any more from the dictionary. One that is posted at this very moment may go too; it comes
 * back with the next meme that has it.
 */
export async function forgetWords(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  requireOperator(ctx.actor);
  let [after, forgotten] = [(await readFact(ctx.db, CHECKED)) ?? "", 0];
  for (let checked = 0; checked < MAX_WORDS; checked += BATCH) {
    signal?.throwIfAborted();
    const words = await listWords(ctx.db, after, BATCH);
    const used = new Set(await dialectOf(ctx.db).search.inUse(ctx.db, words));
    const unused = words.filter((word) => !used.has(word));
    after = words.length === BATCH ? words.at(-1)! : "";
    await inTransaction(ctx, async ({ db }) => {
      await deleteWords(db, unused);
      await writeFact(db, CHECKED, after);
    });
    forgotten += unused.length;
    if (after === "") break;
  }
  return forgotten;
}
