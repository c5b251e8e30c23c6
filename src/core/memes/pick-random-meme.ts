import { findIdInSlot } from "../../data/memes.ts";
import type { Age } from "../../entities/age.ts";
import { ALLOWED } from "../../entities/age.ts";
import { DomainError } from "../../errors.ts";
import { whenReady } from "../../when-ready.ts";
import { message } from "../../words/messages.ts";
import type { Ctx } from "../ctx.ts";
import { siteCounters } from "../stats/read-stats.ts";

const MAX_DRAWS = 20;

/** Finds a meme in whatever form the caller needs. */
type Find<M> = (id: string) => M | undefined | Promise<M | undefined>;

/** One read of the totals and one of the slot: ten memes cost as much as ten million. */
export const pickRandomMeme = <M extends { disabled: boolean }>(
  ctx: Ctx,
  { age }: { age: Age },
  find: Find<M>,
): M | Promise<M> => whenReady(drawMeme(ctx, age, find), (found) => found ?? drawAgain(ctx, age, find));

/** The last slots may move between the two reads of a draw. Then it finds nothing. */
async function drawAgain<M extends { disabled: boolean }>(ctx: Ctx, age: Age, find: Find<M>): Promise<M> {
  for (let draws = 1; draws < MAX_DRAWS; draws++) {
    const found = await drawMeme(ctx, age, find);
    if (found) return found;
  }
  throw new DomainError("not_found", message("error.no-meme-to-show"));
}

const drawMeme = <M extends { disabled: boolean }>(ctx: Ctx, age: Age, find: Find<M>) =>
  whenReady(siteCounters(ctx), (totals) => {
    const allowed = ALLOWED[age];
    let total = 0;
    for (const a of allowed) total += totals[`memes:${a}`];
    let draw = Math.floor(Math.random() * total);
    for (const a of allowed) {
      if (draw < totals[`memes:${a}`]) return memeIn(ctx, a, draw, find);
      draw -= totals[`memes:${a}`];
    }
    return undefined;
  });

/** Slots move, so only the meme is kept. It may have been hidden in between: then the slot is no longer its own. */
const memeIn = <M extends { disabled: boolean }>(ctx: Ctx, age: Age, slot: number, find: Find<M>) =>
  whenReady(findIdInSlot(ctx.db, age, slot), (id) =>
    whenReady(id === undefined ? undefined : find(id), (meme) => (meme?.disabled ? undefined : meme)),
  );
