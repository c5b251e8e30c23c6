import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

/** Changes of captions make SQLite rewrite its search index less often. */
export const up = (db: Db): Promise<void> => dialectOf(db).search.mergeRarely(db);
