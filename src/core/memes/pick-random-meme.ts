import { findMemeInSlot } from "../../data/memes.ts";
import type { Age } from "../../entities/age.ts";
import { ALLOWED } from "../../entities/age.ts";
import { DomainError } from "../../errors.ts";
import { whenReady } from "../../when-ready.ts";
import { message } from "../../words/messages.ts";
import type { Ctx } from "../ctx.ts";
import { siteCounters } from "../stats/read-stats.ts";
import { withAuthor, type MemeWithAuthor } from "./find-visible-meme.ts";

/** One read of the totals and one of the slot: ten memes cost as much as ten million. */
export async function pickRandomMeme(ctx: Ctx, { age }: { age: Age }): Promise<MemeWithAuthor> {
  // The last slots may move between the two reads. Then we draw again.
  for (let attempt = 0; attempt < 20; attempt++) {
    const totals = await siteCounters(ctx);
    const allowed = ALLOWED[age];
    let total = 0;
    for (const a of allowed) total += totals[`memes:${a}`];
    let draw = Math.floor(Math.random() * total);
    for (const a of allowed) {
      if (draw < totals[`memes:${a}`]) {
        const found = await whenReady(memeIn(ctx, a, draw), (meme) => meme && withAuthor(ctx, meme));
        if (found) return found;
        break;
      }
      draw -= totals[`memes:${a}`];
    }
  }
  throw new DomainError("not_found", message("error.no-meme-to-show"));
}

const memeIn = ({ db, cache }: Ctx, age: Age, slot: number) =>
  cache.throughIfPopular(cache.slots, `${age}:${slot}`, () => findMemeInSlot(db, age, slot));
