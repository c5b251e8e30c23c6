import { deleteBeyond, deleteSeenBefore, listOverfull } from "../../data/notifications.ts";
import { requireOperator } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";

/** How long seen notifications are kept. */
export const SEEN_MS = 180 * 86_400_000;
/** Limit per person, seen or not. */
export const MAX_KEPT = 1000;
/** Small enough that other writers do not wait long. */
const AT_ONCE = 500;
const PEOPLE = 100;

/** Deletes old notifications in batches, so that they do not make the site grow for ever. */
export async function forgetNotifications(ctx: Ctx, { signal }: { signal: AbortSignal }): Promise<number> {
  requireOperator(ctx.actor);
  let gone = await repeat(ctx, signal, (db) => deleteSeenBefore(db, ctx.now - SEEN_MS, AT_ONCE));
  let last = "";
  for (;;) {
    const people = await listOverfull(ctx.db, MAX_KEPT, last, PEOPLE);
    for (const id of people) gone += await repeat(ctx, signal, (db) => deleteBeyond(db, id, MAX_KEPT, AT_ONCE));
    if (people.length < PEOPLE) return gone;
    last = people.at(-1)!;
  }
}

/** One transaction per batch, until a batch is not full. */
async function repeat(ctx: Ctx, signal: AbortSignal, part: (db: Ctx["db"]) => Promise<number>): Promise<number> {
  for (let gone = 0; ;) {
    signal.throwIfAborted();
    const went = await inTransaction(ctx, ({ db }) => part(db));
    gone += went;
    if (went < AT_ONCE) return gone;
  }
}
