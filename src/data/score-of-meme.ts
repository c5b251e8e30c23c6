import { sql } from "kysely";

import { PRIOR } from "./periods.ts";

/** What lists of the best are sorted by, from a row of `memes m`. */
export const SCORE_OF_MEME = sql`case m.rating_count when 0 then 0 else
  (m.rating_sum + ${sql.lit(PRIOR.sum)}) * 1.0 / (m.rating_count + ${sql.lit(PRIOR.count)}) end`;
