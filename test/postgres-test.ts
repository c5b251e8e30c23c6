import { describe, test } from "bun:test";

import { IS_FAST } from "./databases.ts";

/** For what has no counterpart on SQLite. The fast check skips it. */
export const postgresTest = test.skipIf(IS_FAST);
export const describePostgres = describe.skipIf(IS_FAST);
