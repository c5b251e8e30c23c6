import { sql } from "kysely";

import type { Db } from "../schema.ts";

/** Jobs that failed are few among many, and counted every minute. */
export const up = async (db: Db): Promise<void> =>
  void (await sql`create index jobs_failing on jobs (attempts, kind, subject) where error is not null`.execute(db));
