import { findEvent, findLastNumber } from "../../data/events.ts";
import type { Ctx } from "../ctx.ts";
import { numberNewEvents } from "./number-events.ts";

export interface Place {
  /** What follows this number is still to be told. */
  after: number;
  /** Events before it may be missing. */
  isGap: boolean;
}

/**
 * Where somebody goes on listening: after the last event they heard of, or now. Zero means everything that is kept. If
 * their event is forgotten, so may be others that followed it.
 */
export async function findPlace(ctx: Ctx, heard: number | undefined): Promise<Place> {
  await numberNewEvents(ctx);
  const last = await findLastNumber(ctx.db);
  if (heard === undefined) return { after: last, isGap: false };
  const isGap = heard !== 0 && !(await findEvent(ctx.db, heard));
  // A number from the future comes from another site, or from one whose clock was wrong.
  return { after: Math.min(heard, last), isGap };
}
