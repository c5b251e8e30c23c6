import { findIdInSlot } from "../../data/memes.ts";
import type { Age } from "../../entities/age.ts";
import { ALLOWED } from "../../entities/age.ts";
import { DomainError } from "../../errors.ts";
import { whenReady } from "../../when-ready.ts";
import { message } from "../../words/messages.ts";
import type { Ctx } from "../ctx.ts";
import { siteCounters } from "../stats/read-stats.ts";
import { lookUp, withAuthor, type MemeWithAuthor } from "./find-visible-meme.ts";

const MAX_DRAWS = 20;

/** One read of the totals and one of the slot: ten memes cost as much as ten million. */
export const pickRandomMeme = (ctx: Ctx, { age }: { age: Age }): MemeWithAuthor | Promise<MemeWithAuthor> =>
  whenReady(drawMeme(ctx, age), (found) => found ?? drawAgain(ctx, age));

/** The last slots may move between the two reads of a draw. Then it finds nothing. */
async function drawAgain(ctx: Ctx, age: Age): Promise<MemeWithAuthor> {
  for (let draws = 1; draws < MAX_DRAWS; draws++) {
    const found = await drawMeme(ctx, age);
    if (found) return found;
  }
  throw new DomainError("not_found", message("error.no-meme-to-show"));
}

const drawMeme = (ctx: Ctx, age: Age): MemeWithAuthor | undefined | Promise<MemeWithAuthor | undefined> =>
  whenReady(siteCounters(ctx), (totals) => {
    const allowed = ALLOWED[age];
    let total = 0;
    for (const a of allowed) total += totals[`memes:${a}`];
    let draw = Math.floor(Math.random() * total);
    for (const a of allowed) {
      if (draw < totals[`memes:${a}`]) return whenReady(memeIn(ctx, a, draw), (meme) => meme && withAuthor(ctx, meme));
      draw -= totals[`memes:${a}`];
    }
    return undefined;
  });

/** Slots move, so only the meme is kept. It may have been hidden in between: then the slot is no longer its own. */
const memeIn = (ctx: Ctx, age: Age, slot: number) =>
  whenReady(findIdInSlot(ctx.db, age, slot), (id) =>
    whenReady(id === undefined ? undefined : lookUp(ctx, id), (meme) => (meme?.disabled ? undefined : meme)),
  );
