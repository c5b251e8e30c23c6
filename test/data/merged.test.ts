import { describe, expect, test } from "bun:test";

import { seedSite } from "../../src/core/seed/seed-site.ts";
import { listHottest, listNewest, type MemeCursor } from "../../src/data/newest.ts";
import { listBestMemes, type Standing } from "../../src/data/scores.ts";
import { DIALECTS, openWorld, smallImage } from "../world.ts";

const SIZE = { users: 20, memes: 300, ratings: 1500, comments: 0, randomSeed: 1 };
const ALL = { skip: 0, amount: 400 };
const STEP = 30;

interface Query<P> {
  after?: P | undefined;
  skip: number;
  amount: number;
  back?: boolean;
}
type List<P> = (query: Query<P>) => P[] | Promise<P[]>;

/** A page at a time: each is short, unlike the whole list. */
async function inPages<P>(list: List<P>): Promise<P[]> {
  const places: P[] = [];
  for (;;) {
    const page = await list({ after: places.at(-1), skip: 0, amount: STEP });
    places.push(...page);
    if (page.length < STEP) return places;
  }
}

describe.each(DIALECTS)("lists merged from parts of an index on %s", (dialect) => {
  test("are the same in one piece, page by page, by offset, and backwards", async () => {
    await using world = await openWorld(dialect);
    await seedSite(world.ctx(), { ...SIZE, pictures: [await smallImage()], onRows: () => {} });
    const { db } = world;

    async function compare<P>(list: List<P>, { fewest }: { fewest: number }) {
      const all = await list(ALL);
      expect(all.length).toBeGreaterThan(fewest);
      expect(await inPages(list)).toEqual(all);
      for (const skip of [STEP, 127, 128, 129, all.length - 1])
        expect(await list({ skip, amount: STEP })).toEqual(all.slice(skip, skip + STEP));
      for (const amount of [STEP, 150])
        expect(await list({ after: all[160], skip: 0, amount, back: true })).toEqual(
          all.slice(161 - amount, 161).reverse(),
        );
    }
    for (const maxAge of [2, 4] as const) {
      await compare<MemeCursor>((query) => listNewest(db, maxAge, query), { fewest: 200 });
      await compare<MemeCursor>((query) => listHottest(db, maxAge, query), { fewest: 200 });
      await compare<Standing>((query) => listBestMemes(db, { ...query, period: "all", maxAge }), { fewest: 160 });
    }
  });
});
