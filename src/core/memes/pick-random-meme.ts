import type { Age } from "../../entities/age.ts";
import { findMemeInSlot } from "../../data/memes.ts";
import { message } from "../../words/messages.ts";
import { ALLOWED } from "../../entities/age.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { siteCounters } from "../stats/read-stats.ts";
import { withAuthor, type MemeWithAuthor } from "./find-visible-meme.ts";

/** A look at the totals and one at the slot: the same cost for ten memes and for ten million. */
export async function pickRandomMeme(ctx: Ctx, { age }: { age: Age }): Promise<MemeWithAuthor> {
  // The last slots may move between the two looks; then we draw again.
  for (let attempt = 0; attempt < 20; attempt++) {
    const totals = await siteCounters(ctx);
    const allowed = ALLOWED[age];
    let total = 0;
    for (const a of allowed) total += totals[`memes:${a}`];
    let draw = Math.floor(Math.random() * total);
    for (const a of allowed) {
      if (draw < totals[`memes:${a}`]) {
        const { db, cache } = ctx;
        const slot = draw;
        const found = cache.throughIfPopular(cache.slots, `${a}:${slot}`, () => findMemeInSlot(db, a, slot));
        const meme = found instanceof Promise ? await found : found;
        if (meme) return withAuthor(ctx, meme);
        break;
      }
      draw -= totals[`memes:${a}`];
    }
  }
  throw new DomainError("not_found", message("error.no-meme-to-show"));
}
