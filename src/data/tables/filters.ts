import type { Millis } from "./columns.ts";

/** People somebody has muted or blocked. */
export interface BlocksTable {
  user_id: string;
  other_id: string;
  /** 0 mute, 1 block. */
  kind: number;
  created_at: Millis;
}

export interface MutedWordsTable {
  user_id: string;
  /** As compared. */
  key: string;
  /** As typed. */
  text: string;
  created_at: Millis;
}
