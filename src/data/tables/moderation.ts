import type { ColumnType, Generated } from "kysely";

import type { Millis } from "./columns.ts";

export interface ReportsTable {
  id: Generated<number>;
  meme_id: string;
  /** Null if it was a guest. */
  reporter_id: string | null;
  /** Where a guest wants to read the outcome, and in which language. */
  email: ColumnType<string | null, string | null | undefined, string | null>;
  language: ColumnType<string | null, string | null | undefined, string | null>;
  reason: string;
  description: string;
  /** 0 open, 1 assigned, 2 resolved. */
  status: number;
  assignee_id: string | null;
  /** The outcome, in the words of staff. */
  comment: string | null;
  created_at: Millis;
  /** The comment it is about; null if it is about the meme. */
  comment_id: ColumnType<number | null, number | null | undefined, number | null>;
}

/** The staff log, kept for as long as the site lives. */
export interface ActsTable {
  id: Generated<number>;
  /** Null for the operator at the command line, and for automatic acts. */
  staff_id: string | null;
  staff_name: string;
  kind: string;
  /** The person it concerns. */
  user_id: string | null;
  user_name: string;
  meme_id: string | null;
  report_id: number | null;
  note: string;
  created_at: Millis;
}

/** Who deleted a meme. Names are not stored: they go with the account. */
export interface DeletionsTable {
  meme_id: string;
  author_id: string;
  /** Null for the operator at the command line. */
  user_id: string | null;
  how: string;
  /** The key it was deleted with, if any. */
  key_id: string | null;
  created_at: Millis;
}

export interface BannedPicturesTable {
  id: Generated<number>;
  image_hash: string;
  /** Perceptual hash: 64 bits in hex; several, separated by spaces, for several frames. */
  look: string;
  reason: string;
  staff_name: string;
  created_at: Millis;
}

/** Perceptual hashes of banned pictures in pieces: similar ones share at least one piece. */
export interface BannedLooksTable {
  band: number;
  value: string;
  picture_id: number;
}
