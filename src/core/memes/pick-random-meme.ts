import type { Counters } from "../../data/counters.ts";
import { DRAW_SIZES, findIdsInSlots, type Draws, type Slot } from "../../data/draws.ts";
import type { Age } from "../../entities/age.ts";
import { ALLOWED } from "../../entities/age.ts";
import { DomainError } from "../../errors.ts";
import { whenReady } from "../../when-ready.ts";
import { message } from "../../words/messages.ts";
import type { Ctx } from "../ctx.ts";
import { wantsMeme } from "../filters/wants.ts";
import { lookUp } from "./find-visible-meme.ts";
import { siteCounters } from "../stats/read-stats.ts";

const MAX_DRAWS = 20;

/** Finds a meme in whatever form the caller needs. */
type Find<M> = (id: string) => M | undefined | Promise<M | undefined>;

/** Reads the totals and a slot: ten memes cost as much as ten million. Most draws were made ahead. */
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

/** It may have been hidden since it was drawn: then the slot is no longer its own. */
const drawMeme = <M extends { disabled: boolean }>(ctx: Ctx, age: Age, find: Find<M>) =>
  whenReady(drawId(ctx, age), (id) =>
    whenReady(id === undefined ? undefined : findWanted(ctx, id, find), (meme) => (meme?.disabled ? undefined : meme)),
  );

/** Only few people have a filter, and its words need the meme itself. */
function findWanted<M>(ctx: Ctx, id: string, find: Find<M>): M | undefined | Promise<M | undefined> {
  if (ctx.actor.kind !== "member" || !ctx.actor.filter) return find(id);
  return whenReady(lookUp(ctx, id), (meme) => (meme && wantsMeme(ctx.actor, meme) ? find(id) : undefined));
}

/** Draws are kept until any meme changes. The fewer changes, the more of them are made at once. */
function drawId(ctx: Ctx, age: Age): string | undefined | Promise<string | undefined> {
  const { draws } = ctx.cache;
  const key = String(age);
  const last = draws.get(key);
  const next = last?.ids.length ? draws.hit(last) : draws.load(key, () => drawAhead(ctx, age, last));
  return whenReady(next, (drawn) => drawn?.ids.pop());
}

const drawAhead = (ctx: Ctx, age: Age, last: Draws | undefined): Draws | Promise<Draws> =>
  whenReady(siteCounters(ctx), (totals) => {
    const size = DRAW_SIZES.find((one) => one > (last?.size ?? 0)) ?? DRAW_SIZES.at(-1)!;
    const slots = Array.from({ length: size }, () => drawSlot(totals, age)).filter((slot) => slot !== undefined);
    return whenReady(findIdsInSlots(ctx.db, slots), (ids) => ({ ids, size }));
  });

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
