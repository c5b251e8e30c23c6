import { findEverythingSaved, listCollected, listHeld } from "../../data/collections.ts";
import type { MemeCursor } from "../../data/newest.ts";
import type { Collection } from "../../entities/collection.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import type { PageQuery } from "../lists.ts";
import type { MemePage } from "../memes/read-latest.ts";
import { readChosenPage } from "../memes/read-listed.ts";
import { findOwnCollection } from "./find-collection.ts";

/** Everything the caller has saved. */
export async function listSaved(ctx: Ctx, query: PageQuery<MemeCursor>): Promise<MemePage> {
  const { user } = requireMember(ctx.actor);
  const everything = await findEverythingSaved(ctx.db, user.id);
  return everything ? listMemesIn(ctx, everything, query) : { items: [], next: undefined };
}

/** One of the caller's collections. */
export const listCollectedMemes = async (ctx: Ctx, id: number, query: PageQuery<MemeCursor>): Promise<MemePage> =>
  listMemesIn(ctx, await findOwnCollection(ctx, id), query);

/** What was added last comes first. Memes that are hidden from the caller stay in the collection, and unseen. */
export const listMemesIn = (ctx: Ctx, { id }: Collection, query: PageQuery<MemeCursor>): Promise<MemePage> =>
  readChosenPage(ctx, query, (part) => listCollected(ctx.db, id, part));

/** Which of these memes the caller has saved. */
export async function findSavedAmong(ctx: Ctx, memeIds: readonly string[]): Promise<Set<string>> {
  if (ctx.actor.kind !== "member") return new Set();
  const everything = await findEverythingSaved(ctx.db, ctx.actor.user.id);
  return new Set(everything && everything.memeCount > 0 ? await listHeld(ctx.db, everything.id, memeIds) : []);
}
