import type { Counters } from "../../data/counters.ts";
import { findIdInSlot, readBlock, type Slot } from "../../data/slots.ts";
import type { Age } from "../../entities/age.ts";
import { ALLOWED } from "../../entities/age.ts";
import { DomainError } from "../../errors.ts";
import { whenReady } from "../../when-ready.ts";
import { message } from "../../words/messages.ts";
import type { Ctx } from "../ctx.ts";
import { hasFilter, wantsMeme } from "../filters/wants.ts";
import { siteCounters } from "../stats/read-stats.ts";
import { lookUp } from "./find-visible-meme.ts";

const MAX_DRAWS = 20;

type Find<M> = (ctx: Ctx, id: string) => Maybe<M>;
type Maybe<T> = T | undefined | Promise<T | undefined>;

/** Reads the totals and a slot: ten memes cost as much as ten million. `find` gives the form the caller needs. */
export const pickRandomMeme = <M extends { disabled: boolean }>(ctx: Ctx, age: Age, find: Find<M>): M | Promise<M> =>
  whenReady(drawMeme(ctx, age, find), (found) => found ?? drawAgain(ctx, age, find));

/** The last slots may move between the reads of a draw. Then it finds nothing. */
async function drawAgain<M extends { disabled: boolean }>(ctx: Ctx, age: Age, find: Find<M>): Promise<M> {
  for (let draws = 1; draws < MAX_DRAWS; draws++) {
    const found = await drawMeme(ctx, age, find);
    if (found) return found;
  }
  throw new DomainError("not_found", message("error.no-meme-to-show"));
}

const drawMeme = <M extends { disabled: boolean }>(ctx: Ctx, age: Age, find: Find<M>): Maybe<M> =>
  whenReady(siteCounters(ctx), (totals) => {
    const slot = drawSlot(totals, age);
    return slot && whenReady(idIn(ctx, slot), (id) => (id === undefined ? undefined : findWanted(ctx, id, find)));
  });

/** Only few people have a filter, and its words need the meme itself. */
function findWanted<M extends { disabled: boolean }>(ctx: Ctx, id: string, find: Find<M>): Maybe<M> {
  if (!hasFilter(ctx.actor)) return whenReady(find(ctx, id), enabled);
  return whenReady(lookUp(ctx, id), (meme) =>
    meme && wantsMeme(ctx.actor, meme) ? whenReady(find(ctx, id), enabled) : undefined,
  );
}

const enabled = <M extends { disabled: boolean }>(meme: M | undefined) => (meme?.disabled ? undefined : meme);

function idIn(ctx: Ctx, slot: Slot): Maybe<string> {
  const { slots } = ctx.cache;
  const kept = slots.idIn(slot);
  if (kept !== undefined) return kept || undefined;
  return slots.wants(slot) ? readIdInBlock(ctx, slot) : findIdInSlot(ctx.db, slot);
}

/** Keeps the ids of the whole block. */
function readIdInBlock({ db, cache: { slots } }: Ctx, slot: Slot): Maybe<string> {
  const isCurrent = slots.mark();
  return whenReady(readBlock(db, slot), (rows) => {
    if (isCurrent()) slots.put(slot, rows);
    return rows.find((row) => row.slot === slot.slot)?.id;
  });
}

const drawSlot = (totals: Counters, maxAge: Age): Slot | undefined =>
  slotAt(totals, maxAge, Math.floor(Math.random() * countSlots(totals, maxAge)));

export function countSlots(totals: Counters, maxAge: Age): number {
  let total = 0;
  for (const age of ALLOWED[maxAge]) total += totals[`memes:${age}`];
  return total;
}

/** One of the slots of all ages up to this one, as if they were numbered in one go. */
export function slotAt(totals: Counters, maxAge: Age, index: number): Slot | undefined {
  let slot = index;
  for (const age of ALLOWED[maxAge]) {
    if (slot < totals[`memes:${age}`]) return { age, slot };
    slot -= totals[`memes:${age}`];
  }
  return undefined;
}
