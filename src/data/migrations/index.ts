import type { Migration } from "kysely";

import * as first from "./0001-first.ts";

/** In order, forward only, and never edited once landed. */
export const MIGRATIONS: Record<string, Migration> = {
  "0001-first": first,
};
