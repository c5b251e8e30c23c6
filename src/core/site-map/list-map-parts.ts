import type { Age } from "../../entities/age.ts";
import type { Db } from "../../data/schema.ts";
import { skipUsers } from "../../data/site-map.ts";
import { ALLOWED } from "../../entities/age.ts";
import type { Ctx } from "../ctx.ts";
import { siteCounters } from "../stats/read-stats.ts";

export const MAP_PART = 5000;
/** Ages shown to search engines: nothing mature. */
export const MAPPED_AGES: readonly Age[] = ALLOWED[2];

export interface MemePart {
  age: Age;
  number: number;
}

/** People with ids above `after` and up to `upTo`; the last part has no end yet. */
export interface MemerPart {
  after: string;
  upTo: string | undefined;
}

export interface MapParts {
  memes: MemePart[];
  memers: MemerPart[];
}

/** How the site map is split. Memes are numbered without gaps, so their totals suffice. */
export async function listMapParts(ctx: Ctx): Promise<MapParts> {
  const totals = await siteCounters(ctx);
  const memes = MAPPED_AGES.flatMap((age) =>
    Array.from({ length: Math.ceil(totals[`memes:${age}`] / MAP_PART) }, (_, number) => ({ age, number })),
  );
  return { memes, memers: await cutMemers(ctx) };
}

// New ids are the largest, so cuts stay where they are and only new rows are walked.
const cutsOf = new WeakMap<Db, string[]>();

async function cutMemers({ db }: Ctx): Promise<MemerPart[]> {
  const cuts = cutsOf.get(db) ?? [];
  cutsOf.set(db, cuts);
  for (let next; (next = await skipUsers(db, cuts.at(-1) ?? "", MAP_PART)) !== undefined;)
    // Another call may have added it meanwhile.
    if (next > (cuts.at(-1) ?? "")) cuts.push(next);
  return ["0", ...cuts].map((after, i) => ({ after, upTo: cuts[i] }));
}
