import { listToRender } from "../../data/renditions.ts";
import type { MemeImage } from "../../entities/meme.ts";
import { requireOperator } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { makeRenditions, type Outcome } from "./make-renditions.ts";

const BATCH = 100;
/** As many as there are workers. */
const AT_ONCE = 2;

/** Brings all memes up to date, oldest first. Stopped at any time, it goes on with the rest when it is run again. */
export async function makeAllRenditions(
  ctx: Ctx,
  { onMeme, signal }: { onMeme: (outcome: Outcome) => void; signal?: AbortSignal },
): Promise<void> {
  requireOperator(ctx.actor);
  const known = new Map<string, MemeImage>();
  for (let after = ""; ;) {
    const memes = await listToRender(ctx.db, after, BATCH);
    for (let at = 0; at < memes.length; at += AT_ONCE) {
      signal?.throwIfAborted();
      const some = memes.slice(at, at + AT_ONCE);
      for (const outcome of await Promise.all(some.map((meme) => makeRenditions(ctx, meme, known)))) onMeme(outcome);
    }
    if (memes.length < BATCH) return;
    after = memes.at(-1)!.id;
  }
}
