import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

/** Changes of captions no longer make SQLite rewrite the search index again and again. */
export const up = (db: Db): Promise<void> => dialectOf(db).search.mergeRarely(db);
