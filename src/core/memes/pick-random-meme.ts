import type { Counters } from "../../data/counters.ts";
import type { Kept } from "../../data/kept.ts";
import { DRAW_SIZES, findIdsInSlots, type Draws, type Slot } from "../../data/draws.ts";
import type { Age } from "../../entities/age.ts";
import { ALLOWED } from "../../entities/age.ts";
import { DomainError } from "../../errors.ts";
import { allReady, whenReady } from "../../when-ready.ts";
import { message } from "../../words/messages.ts";
import type { Ctx } from "../ctx.ts";
import { wantsMeme } from "../filters/wants.ts";
import { lookUp } from "./find-visible-meme.ts";
import { siteCounters } from "../stats/read-stats.ts";

const MAX_DRAWS = 20;

/** A meme in whatever form the caller needs. It may be out of date after some time. */
interface Drawable {
  id: string;
  disabled: boolean;
  until?: number;
}

/** Where memes that were drawn ahead wait, by age rating, and how each is found. */
export interface Urn<M extends Drawable> {
  drawn: Kept<Draws<M>>;
  find(ctx: Ctx, id: string): M | undefined | Promise<M | undefined>;
}

/** Reads the totals and a slot: ten memes cost as much as ten million. Most draws were made ahead. */
export const pickRandomMeme = <M extends Drawable>(ctx: Ctx, { age }: { age: Age }, urn: Urn<M>): M | Promise<M> =>
  whenReady(drawMeme(ctx, age, urn), (found) => found ?? drawAgain(ctx, age, urn));

/** The last slots may move between the two reads of a draw. Then it finds nothing. */
async function drawAgain<M extends Drawable>(ctx: Ctx, age: Age, urn: Urn<M>): Promise<M> {
  for (let draws = 1; draws < MAX_DRAWS; draws++) {
    const found = await drawMeme(ctx, age, urn);
    if (found) return found;
  }
  throw new DomainError("not_found", message("error.no-meme-to-show"));
}

/** Draws are kept until a meme or its author changes. The fewer changes, the more of them are made at once. */
function drawMeme<M extends Drawable>(ctx: Ctx, age: Age, urn: Urn<M>): M | undefined | Promise<M | undefined> {
  const { drawn } = urn;
  const key = String(age);
  const last = drawn.get(key);
  const next = last?.memes.length ? drawn.hit(last) : drawn.load(key, () => drawAhead(ctx, age, urn, last));
  return whenReady(next, (draws) => {
    const meme = draws?.memes.pop();
    return meme && checkDrawn(ctx, meme, urn);
  });
}

/** Only few people have a filter, and its words need the meme itself. */
function checkDrawn<M extends Drawable>(ctx: Ctx, meme: M, { find }: Urn<M>): M | undefined | Promise<M | undefined> {
  if (ctx.actor.kind === "member" && ctx.actor.filter)
    return whenReady(lookUp(ctx, meme.id), (full) =>
      full && wantsMeme(ctx.actor, full) ? find(ctx, meme.id) : undefined,
    );
  return meme.until === undefined || meme.until > ctx.now ? meme : find(ctx, meme.id);
}

const drawAhead = <M extends Drawable>(ctx: Ctx, age: Age, { find }: Urn<M>, last: Draws<M> | undefined) =>
  whenReady(siteCounters(ctx), (totals) => {
    const size = DRAW_SIZES.find((one) => one > (last?.size ?? 0)) ?? DRAW_SIZES.at(-1)!;
    const slots = Array.from({ length: size }, () => drawSlot(totals, age)).filter((slot) => slot !== undefined);
    return whenReady(findIdsInSlots(ctx.db, slots), (ids) =>
      whenReady(allReady(ids.map((id) => find(ctx, id))), (found) => ({
        memes: found.filter((meme) => meme !== undefined && !meme.disabled) as M[],
        size,
      })),
    );
  }) as Draws<M> | Promise<Draws<M>>;

function drawSlot(totals: Counters, maxAge: Age): Slot | undefined {
  const allowed = ALLOWED[maxAge];
  let total = 0;
  for (const age of allowed) total += totals[`memes:${age}`];
  let slot = Math.floor(Math.random() * total);
  for (const age of allowed) {
    if (slot < totals[`memes:${age}`]) return { age, slot };
    slot -= totals[`memes:${age}`];
  }
  return undefined;
}
