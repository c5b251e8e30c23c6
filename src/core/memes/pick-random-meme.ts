import { AGES, readCounters, type Age } from "../../data/counters.ts";
import { findMemeInSlot } from "../../data/memes.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../errors.ts";
import { withAuthor, type MemeWithAuthor } from "./find-visible-meme.ts";

/** A look at the totals and one at the slot: the same cost for ten memes and for ten million. */
export async function pickRandomMeme(ctx: Ctx, { age }: { age: Age }): Promise<MemeWithAuthor> {
  // The last slots may move between the two looks; then we draw again.
  for (let attempt = 0; attempt < 20; attempt++) {
    const counts = await countsByAge(ctx);
    const allowed = AGES.filter((a) => a <= age);
    let draw = Math.floor(Math.random() * allowed.reduce((sum, a) => sum + counts[a], 0));
    const drawn = allowed.find((a) => (draw < counts[a] ? true : ((draw -= counts[a]), false)));
    if (drawn === undefined) break;
    const meme = await findMemeInSlot(ctx.db, drawn, draw);
    if (meme) return withAuthor(ctx, meme);
  }
  throw new DomainError("not_found", "There is no meme to show.");
}

async function countsByAge({ db, cache }: Ctx): Promise<Record<Age, number>> {
  const { counters } = cache;
  const known = (a: Age) => counters.get(`memes:${a}`);
  const [one, two, four] = [known(1), known(2), known(4)];
  if (one !== undefined && two !== undefined && four !== undefined) return { 1: one, 2: two, 4: four };
  const all = await readCounters(db);
  for (const a of AGES) await cache.through(counters, `memes:${a}`, async () => all[`memes:${a}`]);
  return { 1: all["memes:1"], 2: all["memes:2"], 4: all["memes:4"] };
}
