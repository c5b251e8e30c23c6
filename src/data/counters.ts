import type { Age } from "../entities/age.ts";
import { dialectOf } from "./dialect.ts";
import { prepared } from "./prepared.ts";
import { whenReady } from "../when-ready.ts";
import type { Db } from "./schema.ts";

export type CounterName = `memes:${Age}` | "ratings" | "users" | "memers" | "bytes";
/** When the site's hourly allowance is full again: a time, so there is nothing to recount. */
type MomentName = "postsFullAt";

const MOMENT = "posts_full_at";

const all = prepared((db) => db.selectFrom("counters").selectAll());

export type Counters = Record<CounterName | MomentName, number>;

export const readCounters = (db: Db): Counters | Promise<Counters> =>
  whenReady(all(db), (rows) => {
    const named = rows.map(({ name, value }) => [name === MOMENT ? "postsFullAt" : name, value]);
    return Object.fromEntries(named) as Counters;
  });

const add = prepared((db, name: string, by: number) =>
  db
    .updateTable("counters")
    .set((eb) => ({ value: eb("value", "+", by) }))
    .where("name", "=", name)
    .returning("value"),
);

/** Adds to a site total by the time of the commit, for acts that do not ask what it comes to. */
export const addForSite = (tx: Db, name: CounterName, by: number): Promise<void> =>
  dialectOf(tx).addToCounter(tx, name, by);

/** Adds to a site total and returns it. Locks this total until the transaction ends. */
export async function countForSite(db: Db, name: CounterName | MomentName, by: number): Promise<number> {
  const [counter] = await add(db, name === "postsFullAt" ? MOMENT : name, by);
  if (!counter) throw new Error(`The total "${name}" of the site is missing.`);
  return counter.value;
}
