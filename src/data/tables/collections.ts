import type { ColumnType, Generated } from "kysely";

import type { Millis } from "./columns.ts";

export interface CollectionsTable {
  id: Generated<number>;
  user_id: string;
  /** Empty for the one that holds everything its owner has saved. */
  name: string;
  /** The name in lower case: unique for each owner. */
  name_key: string;
  /** Part of the address that shows it to others; null while it is private. */
  share_key: ColumnType<string | null, string | null | undefined, string | null>;
  /** Including memes that are hidden at the moment. */
  meme_count: Generated<number>;
  created_at: Millis;
}

export interface CollectedMemesTable {
  collection_id: number;
  meme_id: string;
  created_at: Millis;
}
