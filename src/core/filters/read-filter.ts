import type { EntityCache } from "../../data/cache.ts";
import { findFilter, NO_FILTER } from "../../data/filters.ts";
import type { Db } from "../../data/schema.ts";
import type { Filter } from "../../entities/filter.ts";
import { whenReady } from "../../when-ready.ts";

type Read = Filter | undefined;

/** What this person does not want to see; undefined if they want to see everything. From memory if possible. */
export const readFilter = ({ db, cache }: { db: Db; cache: EntityCache }, userId: string): Read | Promise<Read> =>
  whenReady(cache.filters.find(findFilter, db, userId), unlessEmpty);

const unlessEmpty = (filter: Read): Read => (filter === NO_FILTER ? undefined : filter);
