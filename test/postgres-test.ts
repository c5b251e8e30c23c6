import { describe, test } from "bun:test";

import { IS_FAST } from "./databases.ts";

/** For features without a counterpart on SQLite. The fast check skips them. */
export const postgresTest = test.skipIf(IS_FAST);
export const describePostgres = describe.skipIf(IS_FAST);
